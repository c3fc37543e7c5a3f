import { expect, test } from 'vitest';

import { listRefundsAsked } from '#server/db/asked-refunds.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';
import { openSold, refundsAtProvider } from '#server/testing-orders.ts';

import { carryOutRefund } from './carry-out-refund.ts';

test('creates a refund once when two processes execute it because neither found it at Stripe', async () => {
  const road = openRoad();
  const { shop, refund } = await openSold({}, { aroundProvider: road.aroundProvider });
  const { context } = shop;
  road.break(/^POST \/v1\/refunds$/, 'time-out before', TRIES);
  await refund({ amount: 1000 });
  const tomorrow = new Date(context.now().getTime() + 86_400_000);
  const [asked] = await listRefundsAsked(context.db, context.mode, {
    before: tomorrow,
    givenUpBefore: new Date(0),
    most: 1,
  });
  if (!asked) throw new Error('The refund is not waiting for a response');
  await carryOutRefund(context, asked);
  await carryOutRefund(context, asked);
  expect(await refundsAtProvider(shop)).toMatchObject([{ amount: 1000 }]);
});
