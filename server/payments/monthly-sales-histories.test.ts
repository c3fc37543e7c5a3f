import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sales } from '#server/db/schema-orders.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const PAGES = [
  { slug: 'dollars', currency: 'USD', price: '29.99' },
  { slug: 'euros', currency: 'EUR', price: '10.01' },
  { slug: 'yen', currency: 'JPY', price: '777' },
  { slug: 'dinars', currency: 'KWD', price: '4.56' },
] as const;

/** Either a sale on one page or a partial refund of an earlier sale, after `days` days. */
const step = fc.record({
  sell: fc.boolean(),
  index: fc.nat(1000),
  share: fc.integer({ min: 1, max: 100 }),
  days: fc.constantFrom(0, 0, 0, 9),
});

async function sell(app: TestApp, slug: string) {
  const { body } = await app.rpc('create-checkout-session', { slug });
  await app.payAtStripe(body.url);
}

/** Refunds a share of the remaining amount of a sale on the seller's account. */
async function refund(app: TestApp, sale: typeof sales.$inferSelect, share: number) {
  const amount = Math.floor(((sale.amount - sale.refunded) * share) / 100);
  if (amount === 0 || !app.sandbox) return;
  const response = await app.sandbox.api('https://api.stripe.com/v1/refunds', {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_1', 'Stripe-Account': sale.accountId },
    body: new URLSearchParams({ payment_intent: sale.paymentIntentId ?? '', amount: String(amount) }),
  });
  expect(response.status).toBe(200);
  await app.waitUntilIdle();
}

test('keeps each monthly total equal to the net amount of its sales for any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      const app = await createTestApp();
      const { db, now } = app.context;
      const seller = await app.signUpSeller();
      for (const { slug, ...change } of PAGES) await seller.publishPage(change, slug);
      for (const { sell: isSale, index, share, days } of steps) {
        if (days > 0) app.sandbox?.clock.moveTo(new Date(now().getTime() + days * 86_400_000));
        const rows = await db.select().from(sales).orderBy(sales.createdAt, sales.id);
        const sale = rows[index % Math.max(1, rows.length)];
        if (isSale || !sale) await sell(app, PAGES[index % PAGES.length]?.slug ?? '');
        else await refund(app, sale, share);
      }
      await app.waitUntilIdle();
      const expected = new Map<string, { usdCents: number; transactions: number }>();
      for (const { paidAt, usdCents, usdRefunded } of await db.select().from(sales)) {
        const month = paidAt.toISOString().slice(0, 7);
        const sum = expected.get(month) ?? { usdCents: 0, transactions: 0 };
        const netUsdCents = usdCents - usdRefunded;
        expected.set(month, { usdCents: sum.usdCents + netUsdCents, transactions: sum.transactions + 1 });
      }
      const months = await db.select().from(monthlySales);
      const actual = months.map(({ month, usdCents, transactions }) => [month, { usdCents, transactions }] as const);
      expect(new Map(actual)).toEqual(expected);
      await app.close();
    }),
    { numRuns: shortOrFull(1, 3) },
  );
});
