import { expect, test } from 'vitest';

import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [840_000, '820 KB'],
  [2 * 1024 ** 3, '2 GB'],
  [1.44 * 1024 ** 3, '1.4 GB'],
  [50 * 1024 ** 3, '50 GB'],
  [3 * 1024 ** 5, '3,072 TB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en-US')).toBe(text);
});
