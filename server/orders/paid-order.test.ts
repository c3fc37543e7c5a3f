import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { OrderState } from '#domain/order.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { createPublicServices } from '../routes/public-services.ts';

/** Opens a checkout session whose events never arrive. */
async function openWithoutEvents() {
  const stripeFaults = createFaultyStripe();
  const { wrapStripe: aroundProvider } = stripeFaults;
  const app = await createTestApp({
    wrapStripe: aroundProvider,
    wrapEventDelivery: () => async () => ({ status: 200 }),
  });
  const seller = await app.signUpSeller();
  await seller.publishPage({ productName: 'Throwing Taller' }, 'taller');
  const buyers = createPublicServices(app.context);
  const attempt = await buyers.startCheckout({ slug: 'taller' }, 'unknown');
  if ('error' in attempt) throw new Error(attempt.error.message);
  const findOrder = () => buyers.findPaidOrder(attempt.attemptId);
  return { app, stripeFaults, seller, buyers, findOrder, ...attempt };
}

type WithoutEvents = Awaited<ReturnType<typeof openWithoutEvents>>;

async function expireSession({ app, attemptId }: WithoutEvents): Promise<void> {
  const [row] = await app.context.db.select().from(checkoutAttempts).where(eq(checkoutAttempts.id, attemptId));
  await app.context.sellerStripe(row?.accountId ?? '').sessions.expire(row?.sessionId ?? '');
}

test('asks Stripe for the payment when no event has arrived, and records the order once', async () => {
  const { app, seller, buyers, url, attemptId } = await openWithoutEvents();
  expect(await buyers.findPaidOrder(attemptId)).toMatchObject({
    sellerName: 'Vane Ceramics',
    state: 'unpaid',
    order: null,
  });
  await app.payAtStripe(url);
  expect((await seller.rpc('list-orders', {})).body.count).toBe(0);
  const results = await Promise.all([1, 2, 3].map(() => buyers.findPaidOrder(attemptId)));
  for (const paid of [...results, await buyers.findPaidOrder(attemptId)]) {
    expect(paid).toMatchObject({
      order: {
        number: 1,
        productName: 'Throwing Taller',
        total: 2900,
        currency: 'USD',
        email: 'b•••@example.com',
      },
    });
  }
  expect(await app.context.db.select().from(orders)).toHaveLength(1);
  expect(await app.context.db.select().from(sales)).toHaveLength(1);
});

test('reports the payment as waiting while Stripe does not answer', async () => {
  const { app, stripeFaults, buyers, url, attemptId } = await openWithoutEvents();
  await app.payAtStripe(url);
  stripeFaults.injectFault(/^GET \/v1\/checkout\/sessions\//, '429', 1);
  expect(await buyers.findPaidOrder(attemptId)).toMatchObject({ state: 'waiting', order: null });
  expect(await buyers.findPaidOrder(attemptId)).toMatchObject({ state: 'paid', order: { number: 1 } });
});

test('finds no order for an unknown token', async () => {
  const { buyers } = await openWithoutEvents();
  for (const token of [crypto.randomUUID(), '', 'nonsense', "' or 1=1 --", 'x'.repeat(5000)]) {
    expect(await buyers.findPaidOrder(token)).toBeNull();
  }
});

test('stops waiting for a Stripe request that hangs, and still records its answer', async () => {
  const { app, stripeFaults, findOrder, url } = await openWithoutEvents();
  await app.payAtStripe(url);
  const answer = Promise.withResolvers<void>();
  stripeFaults.delayOnce(/^GET \/v1\/checkout\/sessions\//, () => answer.promise);
  expect(await findOrder()).toMatchObject({ state: 'waiting', order: null });
  answer.resolve();
  await expect.poll(() => app.context.db.select().from(orders)).toHaveLength(1);
});

test('reports an expired session as failed, with the address of the page', async () => {
  const fixture = await openWithoutEvents();
  await expireSession(fixture);
  for (let i = 0; i < 2; i++) {
    expect(await fixture.findOrder()).toMatchObject({ state: 'failed', order: null, pageUrl: '/c/taller' });
  }
});

test('reports an attempt that Stripe never accepted as failed', async () => {
  const { app, findOrder } = await openWithoutEvents();
  await app.context.db.update(checkoutAttempts).set({ state: 'failed', sessionId: null, url: null });
  expect(await findOrder()).toMatchObject({ state: 'failed', order: null });
});

test.for<OrderState>(['pending', 'failed', 'paid', 'partly_refunded', 'refunded'])(
  'reports an order that is %s with its state and receipt',
  async (state) => {
    const { app, findOrder, url } = await openWithoutEvents();
    await app.payAtStripe(url);
    await findOrder();
    await app.context.db.update(orders).set({ state });
    expect(await findOrder()).toMatchObject({ state, order: { number: 1, total: 2900 } });
  },
);

test('never reveals the buyer on the success page, and names the coupon only during the visit', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const coupon = { code: 'FRIENDS', discount: 50, type: 'percentage' as const };
  await seller.publishPage({ enableCoupon: true, validCoupons: [coupon], price: '40' }, 'taller');
  const buyers = createPublicServices(app.context);
  const startCheckout = async () => {
    const order = { slug: 'taller', appliedCoupon: 'FRIENDS', email: 'nora.quill@example.com' };
    const attempt = await buyers.startCheckout(order, 'unknown');
    if ('error' in attempt) throw new Error(attempt.error.message);
    return attempt;
  };
  const first = await startCheckout();
  await app.context.db.update(checkoutAttempts).set({ state: 'failed' });
  const failed = await buyers.findPaidOrder(first.attemptId);
  expect(failed).toMatchObject({ state: 'failed', pageUrl: '/c/taller' });
  const { url, attemptId } = await startCheckout();
  await app.payAtStripe(url, { email: 'nora.quill@example.com' });
  const paid = await buyers.findPaidOrder(attemptId);
  expect(paid?.order).toStrictEqual({
    number: 1,
    productName: 'Throwing Taller',
    currency: 'USD',
    total: 2000,
    discount: 2000,
    couponCode: 'FRIENDS',
    email: 'n•••@example.com',
    createdAt: expect.any(String),
    delivery: expect.stringMatching(/queued|sent/),
    items: [{ name: 'Throwing Taller', quantity: 1, amount: 4000 }],
    pending: null,
    subscription: null,
  });
  const anHourAgo = new Date(app.context.now().getTime() - 60 * 60_000);
  await app.context.db.update(checkoutAttempts).set({ createdAt: anHourAgo });
  const later = await buyers.findPaidOrder(attemptId);
  expect(later?.order?.couponCode).toBeNull();
  expect(JSON.stringify([failed, paid])).not.toMatch(/nora|quill|cus_|cs_|pi_|acct_/i);
  expect(JSON.stringify([failed, later])).not.toMatch(/FRIENDS/);
});

test.for([
  ['waiting', 'queued'],
  ['sent', 'sent'],
  ['failed', 'failed'],
  ['bounced', 'failed'],
] as const)(
  'reports a receipt whose email is %s as %s, with the contact address of the seller',
  async ([status, delivery]) => {
    const { app, seller, findOrder, url } = await openWithoutEvents();
    await app.payAtStripe(url);
    await findOrder();
    await app.context.db
      .update(outbox)
      .set({ status, nextAt: new Date('2100-01-01') })
      .where(eq(outbox.kind, 'receipt'));
    expect(await findOrder()).toMatchObject({ sellerEmail: seller.email, order: { delivery } });
  },
);

test('announces a receipt that is not queued yet, but not for an old order', async () => {
  const { app, findOrder, url } = await openWithoutEvents();
  await app.payAtStripe(url);
  await findOrder();
  await app.context.db.delete(outbox).where(eq(outbox.kind, 'receipt'));
  expect(await findOrder()).toMatchObject({ order: { delivery: 'queued' } });
  await app.context.db.update(checkoutAttempts).set({ createdAt: new Date(app.context.now().getTime() - 60 * 60_000) });
  expect(await findOrder()).toMatchObject({ order: { delivery: null } });
});

test('names the next payment of an active subscription only', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ price: '12', paymentType: 'subscription', billingFrequency: 'monthly' }, 'club');
  const buyers = createPublicServices(app.context);
  const attempt = await buyers.startCheckout({ slug: 'club' }, 'unknown');
  if ('error' in attempt) throw new Error(attempt.error.message);
  const { attemptId, url } = attempt;
  await app.payAtStripe(url);
  const [row] = await app.context.db.select().from(buyerSubscriptions);
  expect((await buyers.findPaidOrder(attemptId))?.order?.subscription).toEqual({
    amount: 1200,
    priceAfterDiscount: null,
    currency: 'USD',
    billing: 'monthly',
    nextPaymentAt: row?.periodEnd.toISOString(),
    trial: null,
    installment: null,
  });
  await app.context.db.update(buyerSubscriptions).set({ cancelAt: row?.periodEnd ?? null });
  expect((await buyers.findPaidOrder(attemptId))?.order?.subscription).toBeNull();
});

test('names the next payment of a payment plan, and the charge after a free trial', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const buyers = createPublicServices(app.context);
  const buy = async (slug: string, config: Partial<CheckoutPageConfig>) => {
    await seller.publishPage({ price: '12', ...config }, slug);
    const attempt = await buyers.startCheckout({ slug, email: 'ada@example.com' }, 'unknown');
    if ('error' in attempt) throw new Error(attempt.error.message);
    await app.payAtStripe(attempt.url);
    return (await buyers.findPaidOrder(attempt.attemptId))?.order?.subscription;
  };
  expect(await buy('plan', { paymentType: 'payment-plan' })).toMatchObject({
    trial: null,
    installment: { number: 2, count: 3 },
  });
  const paymentTerms = { ...createPaymentTerms(), trialDays: 14 };
  expect(await buy('club', { paymentType: 'subscription', paymentTerms })).toMatchObject({
    amount: 1200,
    trial: 'with_card',
    installment: null,
  });
});
