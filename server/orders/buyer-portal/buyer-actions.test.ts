import { expect, test } from 'vitest';

import { createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import { buyerSubscriptions, orderEvents } from '#server/db/schema-ledger.ts';
import { idOfReference } from '#server/stripe/stripe-values.ts';
import { BO, buyPage, signInBuyer, createTestBuyers, type TestBuyers } from '#server/testing/buyer-helpers.ts';
import { advanceBusinessClock } from '#server/testing/dropped-events.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import { advanceDays } from '#server/testing/seller-plans.ts';

const HOUR = 3_600_000;

/** Bo has a monthly subscription and is signed in. */
async function createSubscribedBuyer(options: Parameters<typeof createTestBuyers>[0] = {}) {
  const testEnv = await createTestBuyers(options);
  const orderId = await buyPage(testEnv.app, testEnv.seller, BO, { paymentType: 'subscription', price: '9' });
  const session = await signInBuyer(testEnv);
  const id = await findSubscriptionId(session.buyer);
  return { ...testEnv, ...session, orderId, id };
}

type Buyer = Awaited<ReturnType<typeof signInBuyer>>['buyer'];

const listSubscriptions = async (buyer: Buyer) =>
  (await buyer.listPurchases(1)).sellers.flatMap(({ purchases }) =>
    purchases.flatMap(({ subscription }) => subscription ?? []),
  );

const findSubscriptionId = async (buyer: Buyer): Promise<string> => {
  const [subscription] = await listSubscriptions(buyer);
  if (!subscription) throw new Error('There is no subscription');
  return subscription.id;
};

const fetchStripeSubscription = async ({ app }: Pick<TestBuyers, 'app'>) => {
  const [row] = await app.context.db.select().from(buyerSubscriptions);
  return app.context.sellerStripe(row?.accountId ?? '').subscriptions.retrieve(row?.subscriptionId ?? '');
};

const listEventKinds = async ({ app }: Pick<TestBuyers, 'app'>) =>
  (await app.context.db.select().from(orderEvents)).map(({ kind }) => kind);

test('a purchase shows its subscription: amount, interval and next payment', async () => {
  const { buyer, orderId, app } = await createSubscribedBuyer();
  const { sellers } = await buyer.listPurchases(1);
  const periodEnd = new Date(((await fetchStripeSubscription({ app })).items.data[0]?.current_period_end ?? 0) * 1000);
  expect(sellers).toMatchObject([
    {
      purchases: [
        {
          id: orderId,
          billing: 'monthly',
          subscription: {
            state: 'active',
            amount: 900,
            currency: 'USD',
            billing: 'monthly',
            periodEnd: periodEnd.toISOString(),
            failed: null,
          },
        },
      ],
    },
  ]);
});

test('a free trial says whether it started with a card, which a setup fee always needs', async () => {
  const testEnv = await createTestBuyers();
  const buyTrial = (terms: Partial<CheckoutPageConfig['paymentTerms']>) =>
    buyPage(testEnv.app, testEnv.seller, BO, {
      paymentType: 'subscription',
      price: '9',
      paymentTerms: { ...createPaymentTerms(), trialDays: 14, ...terms },
    });
  await buyTrial({});
  await buyTrial({ trialNeedsCard: false });
  await buyTrial({ trialNeedsCard: false, setupFee: '99' });
  const { buyer } = await signInBuyer(testEnv);
  const trials = (await listSubscriptions(buyer)).map(({ state, trial }) => `${state} ${trial}`);
  expect(trials.toSorted()).toEqual(['trialing with_card', 'trialing with_card', 'trialing without_card']);
});

test('a buyer cancels at the end of the paid period and resumes', async () => {
  const testEnv = await createSubscribedBuyer();
  const { buyer, id, app } = testEnv;
  expect(await buyer.cancelSubscription(id)).toBeNull();
  expect((await fetchStripeSubscription(testEnv)).cancel_at_period_end).toBe(true);
  const [canceledSubscription] = await listSubscriptions(buyer);
  expect(canceledSubscription).toMatchObject({ state: 'ending', cancelAt: canceledSubscription?.periodEnd });
  expect(await buyer.resumeSubscription(id)).toBeNull();
  expect((await fetchStripeSubscription(testEnv)).cancel_at_period_end).toBe(false);
  expect(await listSubscriptions(buyer)).toMatchObject([{ state: 'active', cancelAt: null }]);
  await app.waitUntilIdle();
  const events = await listEventKinds(testEnv);
  expect(events.filter((kind) => kind === 'cancellation_set')).toHaveLength(1);
  expect(events.filter((kind) => kind === 'cancellation_undone')).toHaveLength(1);
});

test('ten concurrent requests cause one cancellation', async () => {
  const testEnv = await createSubscribedBuyer();
  const { buyer, id } = testEnv;
  const results = await Promise.all(Array.from({ length: 10 }, () => buyer.cancelSubscription(id)));
  expect(results).toEqual(Array.from({ length: 10 }, () => null));
  await testEnv.app.waitUntilIdle();
  expect((await listEventKinds(testEnv)).filter((kind) => kind === 'cancellation_set')).toHaveLength(1);
});

test('cancels an overdue subscription at once', async () => {
  const testEnv = await createSubscribedBuyer();
  const { buyer, id, app } = testEnv;
  await app.context.db.update(buyerSubscriptions).set({ status: 'past_due' });
  expect(await listSubscriptions(buyer)).toMatchObject([{ state: 'overdue' }]);
  expect(await buyer.cancelSubscription(id)).toBeNull();
  expect((await fetchStripeSubscription(testEnv)).status).toBe('canceled');
  expect(await listSubscriptions(buyer)).toMatchObject([{ state: 'ended', failed: null }]);
  for (const action of [buyer.cancelSubscription, buyer.resumeSubscription])
    expect(await action(id)).toMatchObject({ status: 409, error: { code: 'subscription_over' } });
});

test("another buyer's subscription cannot be viewed, canceled or charged to another card", async () => {
  const testEnv = await createSubscribedBuyer();
  await buyPage(testEnv.app, testEnv.seller, 'al@example.com');
  const otherBuyer = await signInBuyer(testEnv, 'al@example.com');
  for (const id of [testEnv.id, testEnv.orderId, crypto.randomUUID(), '', "' or 1=1 --"]) {
    expect(await otherBuyer.buyer.findSubscription(id)).toBeNull();
    for (const action of [
      otherBuyer.buyer.cancelSubscription,
      otherBuyer.buyer.resumeSubscription,
      otherBuyer.buyer.createCardUpdateUrl,
      otherBuyer.buyer.applyUpdatedCard,
    ])
      expect(await action(id)).toMatchObject({ status: 404, error: { code: 'not_found' } });
  }
  expect(await listSubscriptions(testEnv.buyer)).toMatchObject([{ state: 'active' }]);
});

test('a payment plan is neither canceled nor resumed by its buyer, and keeps its end', async () => {
  const stripeTransport = createFaultyStripe();
  const testEnv = await createTestBuyers({ wrapStripe: stripeTransport.wrapStripe });
  const { app, seller } = testEnv;
  // As if Stripe showed the end of the schedule as a cancellation.
  const endsAt = Math.floor((app.context.now().getTime() + 90 * 24 * HOUR) / 1000);
  stripeTransport.rewrite(/^GET \/v1\/subscriptions\//, (body) => ({ ...(body as object), cancel_at: endsAt }));
  const plan = { ...createPaymentTerms(), installments: 3 };
  await buyPage(app, seller, BO, { paymentType: 'payment-plan', price: '105', paymentTerms: plan });
  const { buyer } = await signInBuyer(testEnv);
  const id = await findSubscriptionId(buyer);
  for (const minutes of [1, 2]) {
    await advanceBusinessClock(app, minutes * MINUTE_MS);
    for (const action of [buyer.cancelSubscription, buyer.resumeSubscription])
      expect(await action(id)).toMatchObject({ status: 409, error: { code: 'plan_not_cancelable' } });
    expect((await seller.rpc('resume-buyer-subscription', { subscriptionId: id })).status).toBe(200);
  }
  const [row] = await app.context.db.select().from(buyerSubscriptions);
  expect(row).toMatchObject({ status: 'active', scheduleId: expect.any(String) as string });
  const changes = stripeTransport.calls.filter((call) => /^(POST|DELETE) \/v1\/subscriptions\//.test(call));
  expect(changes).toEqual([]);
});

test('reports a provider that does not respond, and changes nothing', async () => {
  const stripeTransport = createFaultyStripe();
  const { buyer, id } = await createSubscribedBuyer({ wrapStripe: stripeTransport.wrapStripe });
  stripeTransport.injectFault(/^POST \/v1\/subscriptions\//, '429', TRIES);
  expect(await buyer.cancelSubscription(id)).toMatchObject({
    status: 503,
    error: { code: 'provider_unavailable' },
  });
  expect(await listSubscriptions(buyer)).toMatchObject([{ state: 'active' }]);
  expect(await buyer.cancelSubscription(id)).toBeNull();
});

test("the card is changed on the provider's page, with one configuration per account", async () => {
  const stripeTransport = createFaultyStripe();
  const { buyer, id, app } = await createSubscribedBuyer({ wrapStripe: stripeTransport.wrapStripe });
  const results = await Promise.all([buyer.createCardUpdateUrl(id), buyer.createCardUpdateUrl(id)]);
  for (const result of [...results, await buyer.createCardUpdateUrl(id)])
    expect(result).toEqual({ url: expect.stringMatching(/\/sandbox\/portal\//) });
  const [row] = await app.context.db.select().from(buyerSubscriptions);
  const configurations = await app.context
    .sellerStripe(row?.accountId ?? '')
    .portal.configurations({ active: true, limit: 100 });
  expect(configurations.data).toMatchObject([
    {
      metadata: { purpose: 'buyers-cards' },
      features: { payment_method_update: { enabled: true }, subscription_cancel: { enabled: false } },
    },
  ]);
});

test('a subscription with another card is charged to the one that its buyer saved', async () => {
  const testEnv = await createSubscribedBuyer();
  const { buyer, id, app } = testEnv;
  const first = (await fetchStripeSubscription(testEnv)).default_payment_method;
  const result = await buyer.createCardUpdateUrl(id);
  const portal = 'url' in result ? new URL(result.url).pathname : '';
  const card = new URLSearchParams({
    action: 'save',
    number: '5555 5555 5555 4444',
    expiry: '12 / 40',
    cvc: '123',
    name: 'Bo Buyer',
    country: 'US',
    postcode: '10001',
  });
  const response = await app.request(`${portal}/card`, { method: 'POST', body: card });
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `http://localhost:3000/purchases/subscriptions/${id}/card?saved`,
  ]);
  const second = (await fetchStripeSubscription(testEnv)).default_payment_method;
  expect(second).not.toBe(first);
  // Stripe may leave the subscription with its original card.
  const [row] = await app.context.db.select().from(buyerSubscriptions);
  const { subscriptions } = app.context.sellerStripe(row?.accountId ?? '');
  await subscriptions.update(row?.subscriptionId ?? '', {
    default_payment_method: idOfReference(first) ?? '',
  });
  for (let times = 0; times < 2; times++) {
    expect(await buyer.applyUpdatedCard(id)).toBeNull();
    expect((await fetchStripeSubscription(testEnv)).default_payment_method).toBe(second);
  }
});

test('reports when the provider refuses to open the card page', async () => {
  const stripeTransport = createFaultyStripe();
  const { buyer, id } = await createSubscribedBuyer({ wrapStripe: stripeTransport.wrapStripe });
  stripeTransport.injectFault(/^POST \/v1\/billing_portal\/sessions/, '429', 3);
  expect(await buyer.createCardUpdateUrl(id)).toMatchObject({
    status: 503,
    error: { title: 'Couldn’t update your card' },
  });
});

test('rate limits actions and not reads', async () => {
  const { buyer, id, app } = await createSubscribedBuyer({ env: { RATE_LIMITS: 'live' } });
  app.advance(HOUR - (Date.now() % HOUR) + 1000);
  for (let times = 0; times < 30; times++) await buyer.exportData();
  expect(await buyer.exportData()).toMatchObject({ status: 429 });
  expect(await buyer.cancelSubscription(id)).toMatchObject({
    status: 429,
    error: { code: 'rate_limited', retryAfter: expect.any(Number) as number },
  });
  expect(await listSubscriptions(buyer)).toHaveLength(1);
});

test('a failed renewal shows where to pay, and no longer once it is paid', async () => {
  const testEnv = await createSubscribedBuyer();
  const { buyer, app } = testEnv;
  const [row] = await app.context.db.select().from(buyerSubscriptions);
  const action = async (name: 'fail' | 'succeed') => {
    const path = `/sandbox/dashboard/${row?.accountId}/subscriptions/${row?.subscriptionId}`;
    await app.request(path, { method: 'POST', body: new URLSearchParams({ act: name }) });
    await app.waitUntilIdle();
  };
  await action('fail');
  await advanceDays(app, 32);
  const [overduePurchase] = await listSubscriptions(buyer);
  expect(overduePurchase).toMatchObject({
    state: 'overdue',
    failed: { payUrl: expect.stringContaining('/sandbox/invoice/'), nextTryAt: expect.any(String) },
  });
  await action('succeed');
  await advanceDays(app, 5);
  expect(await listSubscriptions(buyer)).toMatchObject([{ state: 'active', failed: null }]);
});
