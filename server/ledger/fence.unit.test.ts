import { expect, test } from 'vitest';

import { fenceOf, isBefore } from './fence.ts';

test('treats exactly the transactions that had ended as visible', () => {
  const fence = fenceOf('90:100:90,95');
  const seen = ['1', '89', '90', '91', '95', '99', '100', '101', '5000'].filter((xmin) =>
    isBefore(fence, xmin),
  );
  expect(seen).toEqual(['1', '89', '91', '99']);
});

test('handles the wraparound of transaction ids after 2^32', () => {
  const CYCLE = 2 ** 32;
  const fence = fenceOf(`${CYCLE + 5}:${CYCLE + 10}:${CYCLE + 7}`);
  const seen = ['9', '7', '10', '11', String(CYCLE - 1)].filter((xmin) => isBefore(fence, xmin));
  expect(seen).toEqual(['9', String(CYCLE - 1)]);
});
