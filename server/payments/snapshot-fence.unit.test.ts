import { expect, test } from 'vitest';

import { parseSnapshotFence, isVisibleAtFence } from '../ledger/write-items.ts';

test('treats exactly the transactions that had ended as visible', () => {
  const fence = parseSnapshotFence('90:100:90,95');
  const visible = ['1', '89', '90', '91', '95', '99', '100', '101', '5000'].filter((xmin) =>
    isVisibleAtFence(fence, xmin),
  );
  expect(visible).toEqual(['1', '89', '91', '99']);
});

test('handles the wraparound of transaction ids after 2^32', () => {
  const XID_CYCLE = 2 ** 32;
  const fence = parseSnapshotFence(`${XID_CYCLE + 5}:${XID_CYCLE + 10}:${XID_CYCLE + 7}`);
  const visible = ['9', '7', '10', '11', String(XID_CYCLE - 1)].filter((xmin) => isVisibleAtFence(fence, xmin));
  expect(visible).toEqual(['9', String(XID_CYCLE - 1)]);
});
