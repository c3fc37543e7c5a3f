import { expect, test } from 'vitest';

import { correctionOf } from './qr-bytes.ts';
import { formatBits, qrCodeOf, withRemainder, type QrCode } from './qr-code.ts';

const MASKED: readonly ((row: number, column: number) => number)[] = [
  (i, j) => (i + j) % 2,
  (i) => i % 2,
  (_, j) => j % 3,
  (i, j) => (i + j) % 3,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
  (i, j) => ((i * j) % 2) + ((i * j) % 3),
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];
/** The standard's table for level M. */
const FORMATS = ['101010000010010', '101000100100101', '101111001111100', '101101101001011'];
const MORE_FORMATS = ['100010111111001', '100000011001110', '100111110010111', '100101010100000'];

/** Reads a code of one block (versions 1 to 3) as a scanner does: mask from the corner, then up and down. */
function read(code: QrCode): string {
  const size = code.length;
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => (code[8]?.[column] ? '1' : '0')).join('');
  const rest = [7, 5, 4, 3, 2, 1, 0].map((row) => (code[row]?.[8] ? '1' : '0')).join('');
  const mask = [...FORMATS, ...MORE_FORMATS].indexOf(format + rest);
  expect(mask).toBeGreaterThanOrEqual(0);
  const aligned = size === 21 ? Number.NaN : size - 7;
  const isFixed = (row: number, column: number) =>
    (row < 9 && (column < 9 || column > size - 9)) ||
    (row > size - 9 && column < 9) ||
    row === 6 ||
    column === 6 ||
    (Math.abs(row - aligned) < 3 && Math.abs(column - aligned) < 3);
  let bits = '';
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!isFixed(row, column))
          bits += Boolean(code[row]?.[column]) !== (MASKED[mask]?.(row, column) === 0) ? '1' : '0';
    }
  }
  expect(bits.slice(0, 4)).toBe('0100');
  const length = Number.parseInt(bits.slice(4, 12), 2);
  const bytes = Array.from({ length }, (_, place) =>
    Number.parseInt(bits.slice(12 + 8 * place, 20 + 8 * place), 2),
  );
  return new TextDecoder().decode(new Uint8Array(bytes));
}

test('what is written is what a scanner reads', () => {
  for (const text of [
    'a',
    'http://t.co/c/x',
    'https://till.example/c/pots',
    'https://shop.example.org/c/töpfe',
  ])
    expect(read(qrCodeOf(text) ?? [])).toBe(text);
});

test('the correction of the standard’s example', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(correctionOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test('format and version are those of the standard’s tables', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((mask) => formatBits(mask).toString(2).padStart(15, '0'))).toEqual([
    ...FORMATS,
    ...MORE_FORMATS,
  ]);
  expect(withRemainder(7, 0x1f25, 12).toString(2).padStart(18, '0')).toBe('000111110010010100');
});

test('a code is as large as its text needs, and a text that is too long has none', () => {
  expect(qrCodeOf('x'.repeat(14))).toHaveLength(21);
  expect(qrCodeOf('x'.repeat(15))).toHaveLength(25);
  expect(qrCodeOf('x'.repeat(62))).toHaveLength(33);
  expect(qrCodeOf('x'.repeat(180))).toHaveLength(53);
  expect(qrCodeOf('x'.repeat(181))).toBeNull();
});

test('three corners are marked, and the fourth is not', () => {
  const code = qrCodeOf('https://till.example/c/a-rather-long-address-for-a-page') ?? [];
  const size = code.length;
  const corner = (row: number, column: number) =>
    [0, 1, 2, 3, 4, 5, 6].map((step) => (code[row]?.[column + step] ? '1' : '0')).join('');
  expect([corner(0, 0), corner(0, size - 7), corner(size - 7, 0)]).toEqual(Array(3).fill('1111111'));
  expect(corner(3, 0)).toBe('1011101');
});
