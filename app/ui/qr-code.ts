import { encode } from 'uqr';

/** Rows of modules; true is dark. */
export type QrCode = boolean[][];

/** Encodes a URL as a QR code. Level `H` stays readable when a third of the code is covered. */
export const qrCodeOf = (address: string, level: 'L' | 'M' | 'H' = 'M'): QrCode =>
  encode(address, { ecc: level, border: 0 }).data;

/** White modules around a code, as scanners require. */
const QUIET = 4;

type Box = { x: number; y: number; width: number; height: number };

const isInside = ({ x, y, width, height }: Box, column: number, row: number): boolean =>
  column >= x && column < x + width && row >= y && row < y + height;

/** Runs of dark modules in a row, as "x length". */
const runsOf = (row: readonly boolean[]): string[] =>
  [...row.map(Number).join('').matchAll(/1+/g)].map(({ 0: run, index }) => `${index} ${run.length}`);

/**
 * Creates one SVG path with a rectangle for each dark run. A run that repeats in the rows below becomes one taller
 * rectangle. Units are modules, quiet zone included. `clearArea` is an area that stays white.
 */
export function qrPath(code: QrCode, clear?: Box): string {
  const rows = code.map((row, y) =>
    runsOf(row.map((dark, x) => dark && !(clear && isInside(clear, x + QUIET, y + QUIET)))),
  );
  const has = (y: number, run: string): boolean => rows[y]?.includes(run) ?? false;
  return rows
    .flatMap((runs, y) =>
      runs.flatMap((run) => {
        if (has(y - 1, run)) return [];
        let high = 1;
        while (has(y + high, run)) high++;
        const [x = 0, wide = 0] = run.split(' ').map(Number);
        return [`M${x + QUIET} ${y + QUIET}h${wide}v${high}H${x + QUIET}z`];
      }),
    )
    .join('');
}

export const qrSide = (code: QrCode): number => code.length + 2 * QUIET;
