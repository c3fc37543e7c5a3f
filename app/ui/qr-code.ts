import { encode } from 'uqr';

/** Rows of modules; true is dark. */
export type QrCode = boolean[][];

/** The code of an address, as readers of phones know it. */
export const qrCodeOf = (address: string): QrCode => encode(address, { ecc: 'M', border: 0 }).data;

/** Modules of white around a code, as readers ask for. */
const QUIET = 4;

/** One path with a square for each dark run, in units of modules. */
export function qrPath(code: QrCode): string {
  return code
    .flatMap((row, y) => {
      const line = row.map((dark) => (dark ? '1' : '0')).join('');
      return [...line.matchAll(/1+/g)].map(
        ({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`,
      );
    })
    .join('');
}

export const qrSide = (code: QrCode): number => code.length + 2 * QUIET;
