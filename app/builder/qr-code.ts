import { codewordsOf } from './qr-bytes.ts';

/** Rows of modules; true is dark. */
export type QrCode = boolean[][];
type Grid = { size: number; dark: QrCode; fixed: boolean[][] };

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

const bitOf = (value: number, place: number): boolean => ((value >>> place) & 1) === 1;

function put({ dark, fixed, size }: Grid, row: number, column: number, value: boolean): void {
  const [line, marks] = [dark[row], fixed[row]];
  if (!line || !marks || column < 0 || column >= size) return;
  line[column] = value;
  marks[column] = true;
}

/** A square of rings around its middle: dark where `isDark` says so of the distance. */
function putRings(
  grid: Grid,
  [row, column]: [number, number],
  reach: number,
  isDark: (ring: number) => boolean,
) {
  for (let down = -reach; down <= reach; down++)
    for (let right = -reach; right <= reach; right++)
      put(grid, row + down, column + right, isDark(Math.max(Math.abs(down), Math.abs(right))));
}

const alignmentsOf = (version: number): number[] => {
  if (version === 1) return [];
  const last = 4 * version + 10;
  return version < 7 ? [6, last] : [6, (last + 6) / 2, last];
};

function putPatterns(grid: Grid, version: number): void {
  const { size } = grid;
  for (let place = 0; place < size; place++) {
    put(grid, 6, place, place % 2 === 0);
    put(grid, place, 6, place % 2 === 0);
  }
  const finder = (ring: number) => ring !== 2 && ring !== 4;
  for (const corner of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as [number, number][])
    putRings(grid, corner, 4, finder);
  const middles = alignmentsOf(version);
  for (const row of middles)
    for (const column of middles) {
      const inCorner =
        (row === 6 && (column === 6 || column === size - 7)) || (row === size - 7 && column === 6);
      if (!inCorner) putRings(grid, [row, column], 2, (ring) => ring !== 1);
    }
}

/** `bits` followed by the remainder of a division by `divisor`, whose degree is `degree`. */
export function withRemainder(bits: number, divisor: number, degree: number): number {
  let rest = bits;
  for (let round = 0; round < degree; round++) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * divisor);
  return (bits << degree) | rest;
}

/** Level M is 00, so that the mask's number alone stands in it. */
export const formatBits = (mask: number): number => withRemainder(mask, 0x537, 10) ^ 0x5412;

function putFormat(grid: Grid, mask: number): void {
  const { size } = grid;
  const bits = formatBits(mask);
  for (let place = 0; place < 15; place++) {
    const value = bitOf(bits, place);
    const [row, column] =
      place < 6 ? [place, 8] : place < 8 ? [place + 1, 8] : place === 8 ? [8, 7] : [8, 14 - place];
    put(grid, row, column, value);
    if (place < 8) put(grid, 8, size - 1 - place, value);
    else put(grid, size - 15 + place, 8, value);
  }
  put(grid, size - 8, 8, true);
}

function putVersion(grid: Grid, version: number): void {
  if (version < 7) return;
  const bits = withRemainder(version, 0x1f25, 12);
  for (let place = 0; place < 18; place++) {
    const [far, near] = [grid.size - 11 + (place % 3), Math.floor(place / 3)];
    put(grid, near, far, bitOf(bits, place));
    put(grid, far, near, bitOf(bits, place));
  }
}

/** The free places in the order in which codewords are laid: pairs of columns from the right, up and down in turns. */
function freePlaces({ size, fixed }: Grid): [number, number][] {
  const places: [number, number][] = [];
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (!fixed[row]?.[column]) places.push([row, column]);
    }
    upwards = !upwards;
  }
  return places;
}

/** How hard a code is to read: long runs, blocks of one colour, look-alikes of the corners, too much of one colour. */
function penaltyOf(dark: QrCode): number {
  const size = dark.length;
  const lines = dark.map((row) => row.map((value) => (value ? '1' : '0')).join(''));
  const columns = lines.map((_, column) => lines.map((line) => line[column]).join(''));
  let points = 0;
  for (const line of [...lines, ...columns]) {
    for (const [run] of line.matchAll(/1{5,}|0{5,}/g)) points += run.length - 2;
    points += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let row = 1; row < size; row++)
    for (let column = 1; column < size; column++) {
      const four = [
        dark[row]?.[column],
        dark[row - 1]?.[column],
        dark[row]?.[column - 1],
        dark[row - 1]?.[column - 1],
      ];
      if (four.every((value) => value === four[0])) points += 3;
    }
  const share = dark.flat().filter(Boolean).length / (size * size);
  return points + 10 * Math.floor(Math.abs(share - 0.5) / 0.05);
}

function masked(grid: Grid, bits: readonly boolean[], mask: number): QrCode {
  const dark = grid.dark.map((row) => [...row]);
  putFormat({ ...grid, dark }, mask);
  const hides = MASKS[mask];
  freePlaces(grid).forEach(([row, column], place) => {
    const line = dark[row];
    if (line) line[column] = (bits[place] ?? false) !== Boolean(hides?.(row, column));
  });
  return dark;
}

/** The QR code of a text, as readers of phones know it; null for a text that is too long (180 bytes). */
export function qrCodeOf(text: string): QrCode | null {
  const laid = codewordsOf(text);
  if (!laid) return null;
  const { version, codewords } = laid;
  const size = 4 * version + 17;
  const rows = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const grid: Grid = { size, dark: rows(), fixed: rows() };
  putPatterns(grid, version);
  putFormat(grid, 0);
  putVersion(grid, version);
  const bits = codewords.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((place) => bitOf(byte, place)));
  const codes = MASKS.map((_, mask) => masked(grid, bits, mask));
  const marked = codes.map((code) => ({ code, points: penaltyOf(code) }));
  return marked.toSorted((one, other) => one.points - other.points)[0]?.code ?? null;
}
