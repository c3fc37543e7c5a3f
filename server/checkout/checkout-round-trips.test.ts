import { AsyncLocalStorage } from 'node:async_hooks';

import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

import { createAddedFields } from '#domain/checkout-page.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const COUPONS = {
  enableCoupon: true,
  validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' as const, limit: 5, perBuyer: 1 }],
};

/** An app whose checkout requests count their database queries, BEGIN and COMMIT included, until they ask Stripe. */
async function openCountingApp() {
  const requestQueries = new AsyncLocalStorage<string[]>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }];
    requestQueries.getStore()?.push(typeof config === 'string' ? config : config.text);
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query);
  onTestFinished(() => spy.mockRestore());
  const queriesBeforeStripe: (readonly string[])[] = [];
  const app = await createTestApp({
    env: { RATE_LIMITS: 'live' },
    wrapStripe: (next) => async (input, init) => {
      queriesBeforeStripe.push([...(requestQueries.getStore() ?? [])]);
      return next(input, init);
    },
  });
  const seller = await app.signUpSeller();
  const countQueries = async (body: { slug: string; attempt?: string; appliedCoupon?: string; email?: string }) => {
    // The first request of a process also deletes old rate-limit buckets.
    await app.rpc('create-checkout-session', { ...body, attempt: crypto.randomUUID(), email: 'other@example.com' });
    queriesBeforeStripe.length = 0;
    const { status } = await requestQueries.run([], () => app.rpc('create-checkout-session', body));
    expect(status).toBe(200);
    return queriesBeforeStripe[0] ?? [];
  };
  return { seller, countQueries };
}

test('queries the database at most five times before it asks Stripe, also with limited stock and coupon uses', async () => {
  const { seller, countQueries } = await openCountingApp();
  await seller.publishPage({}, 'taller');
  await seller.publishPage({ ...COUPONS, availability: { ...createAddedFields().availability, stock: 5 } }, 'scarce');
  const queries = await countQueries({ slug: 'taller', attempt: crypto.randomUUID(), email: 'ada@example.com' });
  const limited = await countQueries({ slug: 'scarce', appliedCoupon: 'SAVE20', email: 'ada@example.com' });
  expect([queries.length, limited.length]).toEqual([5, 5]);
});
