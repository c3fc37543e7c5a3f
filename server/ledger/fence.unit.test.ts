import { expect, test } from 'vitest';

import { fenceOf, isBefore } from './fence.ts';

test('what had ended at a moment was there before it, and nothing else', () => {
  const fence = fenceOf('90:100:90,95');
  const seen = ['1', '89', '90', '91', '95', '99', '100', '101', '5000'].filter((xmin) =>
    isBefore(fence, xmin),
  );
  expect(seen).toEqual(['1', '89', '91', '99']);
});

test('the count of transactions goes round after four thousand million of them', () => {
  const CYCLE = 2 ** 32;
  const fence = fenceOf(`${CYCLE + 5}:${CYCLE + 10}:${CYCLE + 7}`);
  const seen = ['9', '7', '10', '11', String(CYCLE - 1)].filter((xmin) => isBefore(fence, xmin));
  expect(seen).toEqual(['9', String(CYCLE - 1)]);
});
