import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sales } from '#server/db/schema-money.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { shortOrFull } from '#server/testing-scale.ts';
import { openShop, type TestShop } from '#server/testing.ts';

const PAGES = [
  { slug: 'dollars', currency: 'USD', price: '29.99' },
  { slug: 'euros', currency: 'EUR', price: '10.01' },
  { slug: 'yen', currency: 'JPY', price: '777' },
  { slug: 'dinars', currency: 'KWD', price: '4.56' },
] as const;

/** Either a sale on one page or a partial refund of an earlier sale, after `days` days. */
const step = fc.record({
  sell: fc.boolean(),
  which: fc.nat(1000),
  share: fc.integer({ min: 1, max: 100 }),
  days: fc.constantFrom(0, 0, 0, 9),
});

async function sell(shop: TestShop, slug: string) {
  const { body } = await shop.call('create-checkout-session', { slug });
  await shop.pay(body.url);
}

/** Refunds a share of the remaining amount of a sale on the seller's account. */
async function refund(shop: TestShop, sale: typeof sales.$inferSelect, share: number) {
  const amount = Math.floor(((sale.amount - sale.refunded) * share) / 100);
  if (amount === 0 || !shop.sandbox) return;
  const answer = await shop.sandbox.api('https://api.stripe.com/v1/refunds', {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_1', 'Stripe-Account': sale.accountId },
    body: new URLSearchParams({ payment_intent: sale.paymentIntentId ?? '', amount: String(amount) }),
  });
  expect(answer.status).toBe(200);
  await shop.settled();
}

test('keeps each monthly total equal to the net amount of its sales for any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      const shop = await openShop();
      const { db, now } = shop.context;
      const seller = await shop.seller();
      for (const { slug, ...change } of PAGES) await seller.publish(change, slug);
      for (const { sell: isSale, which, share, days } of steps) {
        if (days > 0) shop.sandbox?.clock.moveTo(new Date(now().getTime() + days * 86_400_000));
        const rows = await db.select().from(sales).orderBy(sales.createdAt, sales.id);
        const sale = rows[which % Math.max(1, rows.length)];
        if (isSale || !sale) await sell(shop, PAGES[which % PAGES.length]?.slug ?? '');
        else await refund(shop, sale, share);
      }
      await shop.settled();
      const kept = new Map<string, { usdCents: number; transactions: number }>();
      for (const { paidAt, usdCents, usdRefunded } of await db.select().from(sales)) {
        const month = paidAt.toISOString().slice(0, 7);
        const sum = kept.get(month) ?? { usdCents: 0, transactions: 0 };
        const more = usdCents - usdRefunded;
        kept.set(month, { usdCents: sum.usdCents + more, transactions: sum.transactions + 1 });
      }
      const months = await db.select().from(monthlySales);
      const counted = months.map(
        ({ month, usdCents, transactions }) => [month, { usdCents, transactions }] as const,
      );
      expect(new Map(counted)).toEqual(kept);
      await shop.close();
    }),
    { numRuns: shortOrFull(1, 3) },
  );
});
