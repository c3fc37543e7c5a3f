import { expect, test } from 'vitest';

import { MAX_KEYS_PER_IMPORT } from './deliverable.ts';
import { countKeyLines, findWrongLines, parseKeyLines, sendKeyLines } from './license-key-list.ts';

test('reads one key per line, or the first column of a CSV file, without a header', () => {
  expect(parseKeyLines('\uFEFFKey,Note\r\nSTUDIO-1,first\r\n\r\n"STUDIO ""2""",x\r\n')).toEqual([
    '',
    'STUDIO-1',
    '',
    'STUDIO "2"',
    '',
  ]);
  expect(parseKeyLines('license_key;x\nSTUDIO-1;y')).toEqual(['', 'STUDIO-1']);
  expect(parseKeyLines('Serial\nSTUDIO-1')).toEqual(['', 'STUDIO-1']);
  expect(parseKeyLines(' STUDIO 1 \rSTUDIO-2\tx')).toEqual(['STUDIO 1', 'STUDIO-2']);
  expect(countKeyLines(parseKeyLines('Key\n\nSTUDIO-1\n'))).toBe(1);
});

test('finds lines that are too short or too long for a key', () => {
  expect(findWrongLines(['', 'STUDIO', 'S-T-U', 'x'.repeat(201), '1 2 3 4 5 6'])).toEqual([3, 4]);
});

test('sends keys in several requests and numbers their lines', async () => {
  const lines = Array.from({ length: 2500 }, (_, index) => (index % 2 ? '' : `STUDIO-${index}`));
  const sent: number[] = [];
  const progress: number[] = [];
  const result = await sendKeyLines(
    lines,
    (keys) => {
      sent.push(keys.length);
      return Promise.resolve({ added: countKeyLines(keys) - 1, duplicates: [3] });
    },
    (count) => progress.push(count),
  );
  expect(sent).toEqual([1000, 1000, 500]);
  expect(progress).toEqual([500, 1000, 1250]);
  expect(result).toEqual({ added: 1247, duplicates: [3, 1003, 2003] });
  const tooMany = Array.from({ length: MAX_KEYS_PER_IMPORT + 1 }, (_, index) => `STUDIO-${index}`);
  await expect(sendKeyLines(tooMany, () => Promise.reject(new Error('Sent')))).rejects.toThrow('Too many keys');
});
