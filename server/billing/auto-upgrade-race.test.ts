import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { monthlySales, planUpgrades } from '#server/db/schema-plans.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { atProvider, payingSeller, planRowOf, sellerIdOf } from '#server/testing-plans.ts';

type Twins = { first: TestShop; second: TestShop; settled: () => Promise<void> };

/** Creates two apps on one database and one Stripe account; events go to one of them or to both. */
async function openTwins(): Promise<Twins> {
  const database = await openTestDatabase();
  let second: TestShop | null = null;
  let told = 0;
  const first = await openShop({
    database,
    aroundEvents: (next) => async (url, init) => {
      const turn = second ? told++ % 3 : 0;
      const answers = await Promise.all([
        ...(turn !== 1 ? [next(url, init)] : []),
        ...(turn !== 0 && second ? [second.request(url, init)] : []),
      ]);
      return answers.find(({ status }) => status !== 200) ?? { status: 200 };
    },
  });
  const provider = first.sandbox?.api;
  if (!provider) throw new Error('The provider is elsewhere');
  second = await openShop({
    database: { ...database, close: () => Promise.resolve() },
    aroundProvider: () => provider,
  });
  const twin = second;
  const settled = async () => {
    await first.settled();
    await Promise.all([first, twin].map((shop) => shop.settled()));
    await first.settled();
  };
  return { first, second, settled };
}

test('makes one upgrade and one charge when payments pass the limit in two processes at once', async () => {
  const { first, second, settled } = await openTwins();
  const { db, mode } = first.context;
  for (let round = 0; round < 4; round++) {
    const seller = await payingSeller(first);
    second.sandbox?.clock.moveTo(first.context.now());
    await seller.publish({ price: '1600' }, `page-${round}`);
    const sessions = await Promise.all(
      [first, second, first, second].map((shop) =>
        shop.call('create-checkout-session', { slug: `page-${round}` }),
      ),
    );
    const before = (await atProvider(first)).charged.length;
    await Promise.all(sessions.map(({ body }) => first.pay(body.url)));
    await settled();

    expect((await atProvider(first)).charged.length - before).toBe(1);
    const sellerId = await sellerIdOf(first, seller);
    const ofSeller = <T extends { sellerId: string }>(rows: T[]) =>
      rows.filter((row) => row.sellerId === sellerId);
    expect(ofSeller(await db.select().from(monthlySales))).toMatchObject([
      { mode, usdCents: 640_000, transactions: 4 },
    ]);
    expect(ofSeller(await db.select().from(planUpgrades))).toMatchObject([{ state: 'done' }]);
    expect(await planRowOf(first, seller)).toMatchObject({ plan: 'growth', status: 'active' });
    const mails = (await db.select().from(outbox)).filter(({ recipient }) => recipient === seller.email);
    expect(mails.filter(({ kind }) => kind === 'plan_upgraded')).toHaveLength(1);
    expect(mails.filter(({ kind }) => kind === 'limit_reached')).toHaveLength(1);
  }
});

test('makes one charge when workers of two processes run the same upgrade', async () => {
  const { first, second, settled } = await openTwins();
  const seller = await payingSeller(first);
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
  for (const shop of [first, second, first, second]) shop.context.ring('plans');
  await settled();
  expect((await atProvider(first)).charged.slice(1)).toHaveLength(1);
  expect(await db.select().from(planUpgrades)).toMatchObject([{ state: 'done' }]);
});
