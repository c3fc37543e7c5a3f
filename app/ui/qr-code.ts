import { encode } from 'uqr';

/** Rows of modules; true is dark. */
export type QrCode = boolean[][];

/** The code of an address, as readers of phones know it. `H` can be read with a third of it covered. */
export const qrCodeOf = (address: string, level: 'L' | 'M' | 'H' = 'M'): QrCode =>
  encode(address, { ecc: level, border: 0 }).data;

/** Modules of white around a code, as readers ask for. */
const QUIET = 4;

type Box = { x: number; y: number; width: number; height: number };

const isInside = ({ x, y, width, height }: Box, column: number, row: number): boolean =>
  column >= x && column < x + width && row >= y && row < y + height;

/** Dark runs of a row, as 'x length'. */
const runsOf = (row: readonly boolean[]): string[] =>
  [...row.map(Number).join('').matchAll(/1+/g)].map(({ 0: run, index }) => `${index} ${run.length}`);

/**
 * One path with a rectangle for each dark run, which reaches down as far as the same run stands below it, in units of
 * modules, the white around counted in. `clear` stays white.
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
