import { expect, test } from 'vitest';

import { listKeyLines, readFirstColumn } from './parse-keys.ts';

test('lists one key per line with the number of its line', () => {
  expect(listKeyLines('AAA-1\n\n  BBB 2 \r\nCCC\r')).toEqual([
    { line: 1, key: 'AAA-1' },
    { line: 3, key: 'BBB 2' },
    { line: 4, key: 'CCC' },
  ]);
  expect(listKeyLines(' \n')).toEqual([]);
});

test.each([
  ['AAA,used\r\nBBB,\r\n', 'AAA\nBBB'],
  ['\ufeffLicense key;Note\nAAA;x', 'AAA'],
  ['serial\nAAA', 'AAA'],
  ['"A,A","a ""note"""\n"B""B"\tx', 'A,A\nB"B'],
  ['AAA', 'AAA'],
  ['', ''],
])('reads the first column of %j', (csv, keys) => {
  expect(readFirstColumn(csv)).toBe(keys);
});
