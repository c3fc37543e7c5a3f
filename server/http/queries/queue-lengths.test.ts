import { expect, test } from 'vitest';

import { requestUpgrade } from '#server/billing/queries/plan-upgrades.ts';
import { getOrCreatePlanRow, reschedulePlan } from '#server/sellers/seller-plans.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { readQueueLengths } from './queue-lengths.ts';

test('finds the oldest due plan and the oldest due upgrade separately', async () => {
  const app = await createTestApp();
  const { db } = app.context;
  const sellerId = await sellerIdOf(app, await app.signUpSeller());
  // The workers of this app run in sandbox mode and leave these rows alone.
  const mode = 'live';
  const now = new Date('2026-11-20T12:00:00Z');
  const [fiveMinutesAgo, fifteenMinutesAgo] = [new Date('2026-11-20T11:55:00Z'), new Date('2026-11-20T11:45:00Z')];
  const readOldest = async () => {
    const lengths = await readQueueLengths(db, { mode, now, realNow: now });
    return [lengths.plans_due_oldest_seconds, lengths.upgrades_due_oldest_seconds];
  };
  await getOrCreatePlanRow(db, sellerId, mode, 'starter', now);
  expect(await readOldest()).toEqual([0, 0]);
  await reschedulePlan(db, sellerId, mode, fiveMinutesAgo);
  expect(await readOldest()).toEqual([300, 0]);
  const upgrade = { sellerId, mode, month: '2026-11', fromPlan: 'starter', toPlan: 'growth' } as const;
  await requestUpgrade(db, { ...upgrade, createdAt: fifteenMinutesAgo });
  expect(await readOldest()).toEqual([300, 900]);
});
