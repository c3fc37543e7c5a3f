import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-outbox.ts';
import { monthlySales, planUpgrades } from '#server/db/schema-plans.ts';
import { listStripeBilling, createPayingSeller, getPlanRow, sellerIdOf } from '#server/testing/seller-plans.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

type TwoProcesses = { first: TestApp; second: TestApp; settled: () => Promise<void> };

/** Creates two apps on one database and one Stripe account; events go to one of them or to both. */
async function createTwoProcesses(): Promise<TwoProcesses> {
  const database = await openTestDatabase();
  let second: TestApp | null = null;
  let eventCount = 0;
  const first = await createTestApp({
    database,
    wrapEventDelivery: (next) => async (url, init) => {
      const target = second ? eventCount++ % 3 : 0;
      const responses = await Promise.all([
        ...(target !== 1 ? [next(url, init)] : []),
        ...(target !== 0 && second ? [second.request(url, init)] : []),
      ]);
      return responses.find(({ status }) => status !== 200) ?? { status: 200 };
    },
  });
  const stripeFetch = first.sandbox?.api;
  if (!stripeFetch) throw new Error('The provider is elsewhere');
  second = await createTestApp({
    database: { ...database, close: () => Promise.resolve() },
    wrapStripe: () => stripeFetch,
  });
  const secondApp = second;
  const settled = async () => {
    await first.waitUntilIdle();
    await Promise.all([first, secondApp].map((app) => app.waitUntilIdle()));
    await first.waitUntilIdle();
  };
  return { first, second, settled };
}

test('makes one upgrade and one charge when payments pass the limit in two processes at once', async () => {
  const { first, second, settled } = await createTwoProcesses();
  const { db, mode } = first.context;
  for (let index = 0; index < 4; index++) {
    const seller = await createPayingSeller(first);
    second.sandbox?.clock.moveTo(first.context.now());
    await seller.publishPage({ price: '1600' }, `page-${index}`);
    const sessions = await Promise.all(
      [first, second, first, second].map((app) => app.rpc('create-checkout-session', { slug: `page-${index}` })),
    );
    const previousChargeCount = (await listStripeBilling(first)).chargedAmounts.length;
    await Promise.all(sessions.map(({ body }) => first.payAtStripe(body.url)));
    await settled();

    expect((await listStripeBilling(first)).chargedAmounts.length - previousChargeCount).toBe(1);
    const sellerId = await sellerIdOf(first, seller);
    const ofSeller = <T extends { sellerId: string }>(rows: T[]) => rows.filter((row) => row.sellerId === sellerId);
    expect(ofSeller(await db.select().from(monthlySales))).toMatchObject([
      { mode, usdCents: 640_000, transactions: 4 },
    ]);
    expect(ofSeller(await db.select().from(planUpgrades))).toMatchObject([{ state: 'done' }]);
    expect(await getPlanRow(first, seller)).toMatchObject({ plan: 'growth', status: 'active' });
    const mails = (await db.select().from(outbox)).filter(({ recipient }) => recipient === seller.email);
    expect(mails.filter(({ kind }) => kind === 'plan_upgraded')).toHaveLength(1);
    expect(mails.filter(({ kind }) => kind === 'limit_reached')).toHaveLength(1);
  }
});

test('makes one charge when workers of two processes run the same upgrade', async () => {
  const { first, second, settled } = await createTwoProcesses();
  const seller = await createPayingSeller(first);
  second.sandbox?.clock.moveTo(first.context.now());
  const { db, mode, now } = first.context;
  const sellerId = await sellerIdOf(first, seller);
  const month = now().toISOString().slice(0, 7);
  await db.insert(monthlySales).values({ sellerId, mode, month, usdCents: 300_001, transactions: 1 });
  await db.insert(planUpgrades).values({
    id: crypto.randomUUID(),
    mode,
    sellerId,
    month,
    fromPlan: 'starter',
    toPlan: 'growth',
    state: 'waiting',
    nextAt: new Date(0),
    createdAt: now(),
  });
  for (const app of [first, second, first, second]) app.context.wake('plans');
  await settled();
  expect((await listStripeBilling(first)).chargedAmounts.slice(1)).toHaveLength(1);
  expect(await db.select().from(planUpgrades)).toMatchObject([{ state: 'done' }]);
});
