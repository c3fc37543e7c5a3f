import { expect, test } from 'vitest';

import { refunds } from '#server/db/schema-ledger.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';
import { moveClock, openSold, refundsAtProvider } from '#server/testing-orders.ts';

import { resumeRefunds } from './resume-refunds.ts';

test('a refund whose response was lost is asked for again under its own key, and made once', async () => {
  const road = openRoad();
  const { shop, refund } = await openSold({}, { aroundProvider: road.aroundProvider });
  road.break(/^POST \/v1\/refunds$/, 'time-out after', TRIES);
  await refund({ amount: 1000 });
  await shop.settled();
  // As if no event had said what became of it.
  await shop.context.db.update(refunds).set({ state: 'asked', refundId: null });
  await moveClock(shop, 0.1);
  await resumeRefunds(shop.context);
  expect(await refundsAtProvider(shop)).toMatchObject([{ amount: 1000 }]);
});
