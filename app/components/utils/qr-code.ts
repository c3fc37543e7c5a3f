import { encode } from 'uqr';

/** Rows of modules; true is dark. */
export type QrCode = boolean[][];

/** Encodes a URL as a QR code. Level `H` stays readable when a third of the code is covered. */
export const createQrCode = (url: string, level: 'L' | 'M' | 'H' = 'M'): QrCode =>
  encode(url, { ecc: level, border: 0 }).data;

/** White modules around a code, as scanners require. */
const QUIET_ZONE = 4;

type Box = { x: number; y: number; width: number; height: number };

const isInside = ({ x, y, width, height }: Box, column: number, row: number): boolean =>
  column >= x && column < x + width && row >= y && row < y + height;

/** Runs of dark modules in a row, as "x length". */
const findDarkRuns = (row: readonly boolean[]): string[] =>
  [...row.map(Number).join('').matchAll(/1+/g)].map(({ 0: run, index }) => `${index} ${run.length}`);

/**
 * Creates one SVG path with a rectangle for each dark run. A run that repeats in the rows below becomes one taller
 * rectangle. Units are modules, quiet zone included. `clearArea` is an area that stays white.
 */
export function createQrPath(code: QrCode, clearArea?: Box): string {
  const rows = code.map((row, y) =>
    findDarkRuns(row.map((dark, x) => dark && !(clearArea && isInside(clearArea, x + QUIET_ZONE, y + QUIET_ZONE)))),
  );
  const hasRun = (y: number, run: string): boolean => rows[y]?.includes(run) ?? false;
  return rows
    .flatMap((runs, y) =>
      runs.flatMap((run) => {
        if (hasRun(y - 1, run)) return [];
        let runHeight = 1;
        while (hasRun(y + runHeight, run)) runHeight++;
        const [x = 0, runWidth = 0] = run.split(' ').map(Number);
        return [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${runWidth}v${runHeight}H${x + QUIET_ZONE}z`];
      }),
    )
    .join('');
}

export const getQrSideLength = (code: QrCode): number => code.length + 2 * QUIET_ZONE;
