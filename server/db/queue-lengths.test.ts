import { expect, test } from 'vitest';

import { sellerIdOf } from '#server/testing-plans.ts';
import { openShop } from '#server/testing.ts';
import { reservePlanRow, updatePlanDueAt } from './plan-subscriptions.ts';
import { upsertUpgrade } from './plan-upgrades.ts';
import { countQueues } from './queue-lengths.ts';

test('finds the oldest due plan and the oldest due upgrade separately', async () => {
  const shop = await openShop();
  const { db } = shop.context;
  const sellerId = await sellerIdOf(shop, await shop.seller());
  // The workers of this app run in sandbox mode and leave these rows alone.
  const mode = 'live';
  const now = new Date('2026-11-20T12:00:00Z');
  const [five, fifteen] = [new Date('2026-11-20T11:55:00Z'), new Date('2026-11-20T11:45:00Z')];
  const oldest = async () => {
    const { oldestPlanAt, oldestUpgradeAt } = await countQueues(db, { mode, now, realNow: now });
    return [oldestPlanAt, oldestUpgradeAt];
  };
  await reservePlanRow(db, sellerId, mode, 'starter', now);
  expect(await oldest()).toEqual([null, null]);
  await updatePlanDueAt(db, sellerId, mode, five);
  expect(await oldest()).toEqual([five, null]);
  const upgrade = { sellerId, mode, month: '2026-11', fromPlan: 'starter', toPlan: 'growth' } as const;
  await upsertUpgrade(db, { ...upgrade, createdAt: fifteen });
  expect(await oldest()).toEqual([five, fifteen]);
});
