import { expect, test } from 'vitest';

import { parseByteRange } from './byte-range.ts';

const SIZE = 1000;

test.for([
  [null, null],
  ['bytes=0-', { start: 0, end: 999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=500-599', { start: 500, end: 599 }],
  ['bytes=990-2000', { start: 990, end: 999 }],
  ['Bytes= 10-20', { start: 10, end: 20 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=5000-6000', 'unsatisfiable'],
  ['bytes=-', null],
  ['bytes=20-10', null],
  ['bytes=0-1,5-9', null],
  ['bytes=a-b', null],
  ['bytes=99999999999999999999-', null],
  ['lines=0-1', null],
  ['', null],
] as const)('parses %j', ([header, range]) => {
  expect(parseByteRange(header, SIZE)).toEqual(range);
});
