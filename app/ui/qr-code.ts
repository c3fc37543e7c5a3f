import { encode } from 'uqr';

/** Rows of modules; true is dark. */
export type QrCode = boolean[][];

/** The code of an address, as readers of phones know it. `H` can be read with a third of it covered. */
export const qrCodeOf = (address: string, level: 'M' | 'H' = 'M'): QrCode =>
  encode(address, { ecc: level, border: 0 }).data;

/** Modules of white around a code, as readers ask for. */
const QUIET = 4;

type Box = { x: number; y: number; width: number; height: number };

const isInside = ({ x, y, width, height }: Box, column: number, row: number): boolean =>
  column >= x && column < x + width && row >= y && row < y + height;

/** One path with a square for each dark run, in units of modules, the white around counted in. `clear` stays white. */
export function qrPath(code: QrCode, clear?: Box): string {
  return code
    .flatMap((row, y) => {
      const isDark = (dark: boolean, x: number) => dark && !(clear && isInside(clear, x + QUIET, y + QUIET));
      const line = row.map((dark, x) => (isDark(dark, x) ? '1' : '0')).join('');
      return [...line.matchAll(/1+/g)].map(
        ({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`,
      );
    })
    .join('');
}

export const qrSide = (code: QrCode): number => code.length + 2 * QUIET;
