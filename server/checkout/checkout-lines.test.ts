import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';
import { CURRENCIES } from '#domain/currencies.ts';
import { formatAmount } from '#domain/money.ts';
import { quoteOrder } from '#domain/quote.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { checkoutAttempts, orderLines, orders } from '#server/db/schema-orders.ts';
import { checkInvariants } from '#server/invariants/check-invariants.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { getStripeAccountId } from '#server/testing/sold-orders.ts';
import { createTestApp, sellableConfig } from '#server/testing/test-app.ts';

const save = (scope: 'product' | 'all', discount = 20) => ({
  enableCoupon: true,
  validCoupons: [{ code: 'SAVE', discount, type: 'percentage' as const, scope }],
});

async function createShopApp() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const checkout = (body: object) => app.rpc('create-checkout-session', { slug: 'taller', ...body });
  const listLines = () => app.context.db.select().from(orderLines).orderBy(asc(orderLines.position));
  return { app, seller, checkout, listLines };
}

/** One currency of each kind: decimals and step. */
const KINDS_OF_CURRENCIES = [
  ...new Map(CURRENCIES.map((currency) => [`${currency.decimals} ${currency.step}`, currency])).values(),
];

test('charges and records each line as quoted, in every kind of currency', async () => {
  const { app, seller } = await createShopApp();
  const { db } = app.context;
  for (const [index, { code: currency, step, minimum }] of KINDS_OF_CURRENCIES.entries()) {
    const unit = Math.ceil((minimum ?? step) / step) * step;
    const amount = (factor: number) =>
      formatAmount(Math.round(unit * factor) - (Math.round(unit * factor) % step), currency);
    const config = {
      ...withBumps(createBump('a', amount(1)), createBump('b', amount(3.3))),
      ...save(index % 2 === 0 ? 'all' : 'product', 33.33),
      price: amount(7.7),
      currency,
    };
    const slug = `in-${currency.toLowerCase()}`;
    await seller.publishPage(config, slug);
    const { status, body } = await app.rpc('create-checkout-session', {
      slug,
      appliedCoupon: 'SAVE',
      bumps: ['b', 'a'],
    });
    expect([currency, status, body.error?.message]).toEqual([currency, 200, undefined]);
    const [attempt] = (await db.select().from(checkoutAttempts)).filter((row) => row.currency === currency);
    const { sessions } = app.context.sellerStripe(await getStripeAccountId(seller));
    const session = await sessions.retrieve(new URL(body.url).pathname.split('/').at(-1) ?? '');
    const version = { ...createEmptyConfig(), ...config };
    const quote = quoteOrder(version, { bumps: ['a', 'b'] }, config.validCoupons[0]);
    if ('error' in quote) throw new Error(quote.error);
    expect(attempt?.lines).toEqual(quote.lines.map((line) => ({ ...line, name: expect.any(String) as string })));
    expect([session.amount_subtotal, session.amount_total]).toEqual([quote.original, quote.total]);
    expect(session.line_items?.data.map((item) => item.amount_subtotal)).toEqual(
      quote.lines.map(({ subtotal }) => subtotal),
    );
    await app.payAtStripe(body.url);
  }
  await app.waitUntilIdle();
  expect(await db.select().from(orders)).toHaveLength(KINDS_OF_CURRENCIES.length);
  expect(await db.select().from(orderLines)).toHaveLength(3 * KINDS_OF_CURRENCIES.length);
  expect((await checkInvariants(db, app.context)).filter(({ count }) => count > 0)).toEqual([]);
});

test('takes the same discount off with and without an extra if the coupon is for the product', async () => {
  const { app, seller, checkout, listLines } = await createShopApp();
  await seller.publishPage({ ...withBumps(createBump('a', '19')), ...save('product') }, 'taller');
  const { body } = await checkout({ appliedCoupon: 'SAVE', bumps: ['a'] });
  await app.payAtStripe(body.url);
  await app.waitUntilIdle();
  expect(await listLines()).toMatchObject([
    { key: 'main', subtotal: 2900, discount: 580, total: 2320 },
    { key: 'bump:a', name: 'Extra a', subtotal: 1900, discount: 0, total: 1900 },
  ]);
});

test('charges a one-time extra of a subscription once, and a repeating one with every renewal', async () => {
  const { app, seller, checkout, listLines } = await createShopApp();
  const bumps = withBumps(createBump('once', '39'), createBump('monthly', '9', { billing: 'with-price' }));
  await seller.publishPage({ ...bumps, ...save('all'), paymentType: 'subscription' }, 'taller');
  const { body } = await checkout({ appliedCoupon: 'SAVE', bumps: ['once', 'monthly'] });
  await app.payAtStripe(body.url);
  await app.waitUntilIdle();
  expect(await listLines()).toMatchObject([
    { key: 'main', kind: 'recurring', total: 2320 },
    { key: 'bump:once', kind: 'one_time', discount: 0, total: 3900 },
    { key: 'bump:monthly', kind: 'recurring', total: 720 },
  ]);
  app.sandbox?.clock.moveTo(new Date(app.sandbox.now().getTime() + 32 * 86_400_000));
  await app.waitUntilIdle();
  const [order] = await app.context.db.select().from(orders);
  expect(order).toMatchObject({ total: 2320 + 3900 + 720, received: 2320 + 3900 + 720 + 2320 + 720 });
});

test('leaves out an extra that does not go with the chosen price, and refuses one that is gone', async () => {
  const { app, seller, checkout } = await createShopApp();
  const pro = { id: 'pro', name: 'Pro', price: '99', paymentType: 'one-time', billingFrequency: 'monthly' } as const;
  const config = {
    priceOptions: { baseName: 'Basic', others: [pro] },
    ...withBumps(createBump('a', '19', { offeredWith: ['base'] }), createBump('off', '5', { enabled: false })),
  };
  await seller.publishPage(config, 'taller');
  expect((await checkout({ plan: 'pro', bumps: ['a'] })).status).toBe(200);
  expect(await app.context.db.select().from(checkoutAttempts)).toMatchObject([{ total: 9900 }]);
  for (const bumps of [['off'], ['a', 'unknown']])
    expect(await checkout({ bumps })).toMatchObject({ status: 409, body: { error: { code: 'bump_unknown' } } });
});

test('shows the new total of an extra whose price changed, or whose discount ended, after the buyer saw it', async () => {
  const { seller, checkout } = await createShopApp();
  const { pageId } = await seller.publishPage({ ...withBumps(createBump('a', '19')), ...save('all') }, 'taller');
  const expected = { amount: 2320, currency: 'USD' };
  const seen = { expected, version: 1, appliedCoupon: 'SAVE', bumps: ['a'] };
  const first = await checkout({ ...seen, attempt: crypto.randomUUID() });
  expect(first.status).toBe(200);
  const config = sellableConfig({ ...withBumps(createBump('a', '19')), ...save('product') });
  expect((await seller.rpc('save-checkout-page', { config, slug: 'taller', pageId })).status).toBe(200);
  expect(await checkout({ ...seen, attempt: crypto.randomUUID() })).toMatchObject({
    status: 409,
    body: { error: { code: 'price_changed', oldText: '$38.40 USD', newText: '$42.20 USD' } },
  });
});

test('gives another attempt to a buyer who returns and removes an extra', async () => {
  const { app, seller, checkout } = await createShopApp();
  await seller.publishPage(withBumps(createBump('a', '19')), 'taller');
  const attempt = crypto.randomUUID();
  const [first, again, without] = [
    await checkout({ attempt, bumps: ['a'] }),
    await checkout({ attempt, bumps: ['a'] }),
    await checkout({ attempt }),
  ];
  expect([again.body.url === first.body.url, without.body.url === first.body.url]).toEqual([true, false]);
  expect(
    (await app.context.db.select().from(checkoutAttempts))
      .map(({ total }) => total)
      .toSorted((one, other) => one - other),
  ).toEqual([2900, 4800]);
});

test('returns the extras of a canceled payment to its own visitor only, while it can still be paid', async () => {
  const { app, seller } = await createShopApp();
  await seller.publishPage(withBumps(createBump('a', '19')), 'taller');
  const { startCheckout, findCanceledBumps } = createPublicServices(app.context);
  const [own, other] = ['203.0.113.5', '203.0.113.6'];
  const result = await startCheckout({ slug: 'taller', bumps: ['a'] }, own);
  if (!('attemptId' in result)) throw new Error(result.error.message);
  expect(await findCanceledBumps('taller', result.attemptId, own)).toEqual(['a']);
  expect(await findCanceledBumps('taller', result.attemptId, other)).toEqual([]);
  expect(await findCanceledBumps('another', result.attemptId, own)).toEqual([]);
  await app.payAtStripe(result.url);
  await app.waitUntilIdle();
  expect(await findCanceledBumps('taller', result.attemptId, own)).toEqual([]);
});
