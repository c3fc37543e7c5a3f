import { expect, onTestFinished, test, vi } from 'vitest';

import { CALL_TIMEOUT_MS } from '#server/stripe/stripe-errors.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import {
  listStripeBilling,
  attachCard,
  advanceDays,
  createPayingSeller,
  getPlanRow,
  sellerIdOf,
  getPlanStatus,
} from '#server/testing/seller-plans.ts';
import { createTestApp, type TestSeller } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { changePlan } from './change-plan.ts';
import { fetchPlan } from './fetch-plan.ts';
import { upgradePlan } from './plan-items.ts';

const upgradeToGrowth = (seller: TestSeller) =>
  seller.rpc('upgrade-subscription', { targetPlan: 'growth', userId: seller.session.user.id });

const UNAVAILABLE = { status: 503, body: { error: { code: 'provider_unavailable' } } };

test.for([
  ['customer', /^POST \/v1\/customers$/],
  ['subscription', /^POST \/v1\/subscriptions$/],
  ['price', /^POST \/v1\/prices$/],
  ['portal configuration', /^POST \/v1\/billing_portal\/configurations$/],
] as const)('retries a rejected %s with a new key and starts the trial', async ([, requestPattern]) => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  const startTrial = () => seller.rpc('create-subscription', { planId: 'growth' });
  transport.rejectOnce(requestPattern, 'refused');
  await startTrial();
  expect(await startTrial()).toMatchObject({ status: 200, body: { status: { status: 'trialing' } } });
  expect((await listStripeBilling(app)).subscriptions).toHaveLength(1);
});

test.for([
  ['customer', /^POST \/v1\/customers$/, 'time-out after'],
  ['subscription', /^POST \/v1\/subscriptions$/, 'time-out before'],
  ['subscription', /^POST \/v1\/subscriptions$/, 'time-out after'],
  ['subscription', /^POST \/v1\/subscriptions$/, '500 after'],
  ['price', /^POST \/v1\/prices$/, '500 after'],
] as const)(
  'never starts a second trial when the creation of a %s fails (%s, %s)',
  async ([, requestPattern, faultKind]) => {
    const transport = createFaultyStripe();
    const app = await createTestApp({ wrapStripe: transport.wrapStripe });
    const seller = await app.signUpSeller();
    const startTrial = () => seller.rpc('create-subscription', { planId: 'growth' });
    transport.injectFault(requestPattern, faultKind, TRIES);
    expect(await startTrial()).toMatchObject(UNAVAILABLE);
    const retried = await startTrial();
    expect(retried).toMatchObject({ status: 200, body: { created: true, status: { status: 'trialing' } } });
    expect((await listStripeBilling(app)).subscriptions).toHaveLength(1);
    expect((await app.context.stripe.plans.customers.list()).data).toHaveLength(1);
    expect(await startTrial()).toMatchObject({ status: 200, body: { created: false } });
  },
);

test('finds a trial whose creation was not confirmed by syncing', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({
    wrapStripe: transport.wrapStripe,
    wrapEventDelivery: () => async () => ({ status: 200 }),
  });
  const seller = await app.signUpSeller();
  transport.injectFault(/^POST \/v1\/subscriptions$/, 'time-out after', TRIES);
  expect(await seller.rpc('create-subscription', { planId: 'pro' })).toMatchObject(UNAVAILABLE);
  expect((await getPlanStatus(seller)).hasSubscription).toBe(false);
  await advanceDays(app, 0.1);
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'trialing', currentPlan: 'pro', access: true });
});

test.for(['time-out before', 'time-out after', '500 after'] as const)(
  'charges a change whose response is lost (%s) once, however often it is requested',
  async (faultKind) => {
    const transport = createFaultyStripe();
    const app = await createTestApp({ wrapStripe: transport.wrapStripe });
    const seller = await createPayingSeller(app);
    transport.injectFault(/^POST \/v1\/subscriptions\/sub_/, faultKind, TRIES);
    expect(await upgradeToGrowth(seller)).toMatchObject(UNAVAILABLE);
    const retried = await upgradeToGrowth(seller);
    const { chargedAmounts: charged } = await listStripeBilling(app);
    expect(retried).toMatchObject({ status: 200, body: { change: 'upgraded', charged: charged[1] } });
    await app.waitUntilIdle();
    await advanceDays(app, 0.1);
    expect((await upgradeToGrowth(seller)).body.error?.code).toBe('plan_held');
    expect((await getPlanStatus(seller)).currentPlan).toBe('growth');
    expect((await listStripeBilling(app)).chargedAmounts).toHaveLength(2);
  },
);

test('sends an upgrade that takes 30 seconds once and returns its charge to the second request', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await createPayingSeller(app);
  const row = await getPlanRow(app, seller);
  const fetched = await fetchPlan(app.context, row);
  if (!fetched) throw new Error('There is no plan');
  const upgrade = () => upgradePlan(app.context, { row, fetched }, 'growth');
  const [requested, responded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  transport.delayOnce(/^POST \/v1\/subscriptions\/sub_/, () => {
    requested.resolve();
    return responded.promise;
  });
  const callCount = transport.calls.length;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = expect(upgrade()).rejects.toMatchObject({ code: 'provider_unavailable' });
  await requested.promise;
  await vi.advanceTimersByTimeAsync(2 * CALL_TIMEOUT_MS);
  await first;
  vi.useRealTimers();
  expect(transport.calls.slice(callCount).filter((call) => call.startsWith('POST'))).toHaveLength(1);
  responded.resolve();
  const { chargedAmounts: charged } = await listStripeBilling(app);
  expect(await upgrade()).toMatchObject({ change: 'upgraded', charged: charged[1] });
  expect(charged).toHaveLength(2);
});

test('accepts an open invoice that is paid while the payment is retried', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await createPayingSeller(app);
  await attachCard(app, seller, 'pm_card_chargeCustomerFail');
  expect((await upgradeToGrowth(seller)).body).toMatchObject({ change: 'payment_needed' });
  await attachCard(app, seller, 'pm_card_visa');
  const { invoices } = app.context.stripe.plans;
  const [openInvoice] = (await invoices.list({ status: 'open' })).data;
  // Paid on Stripe's page after the plan was fetched.
  transport.delayOnce(/^GET \/v1\/subscriptions\//, async () => void (await invoices.pay(openInvoice?.id ?? '')));
  expect(await upgradeToGrowth(seller)).toMatchObject({ status: 200, body: { change: 'upgraded' } });
});

test('returns the charge of a change by the limit whose response was lost', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await createPayingSeller(app);
  const sellerId = await sellerIdOf(app, seller);
  const changeByLimit = () => changePlan(app.context, sellerId, 'growth', { reason: 'limit' });
  transport.injectFault(/^POST \/v1\/subscriptions\/sub_/, 'time-out after', TRIES);
  await expect(changeByLimit()).rejects.toMatchObject({ code: 'provider_unavailable' });
  await app.waitUntilIdle();
  const repeated = await changeByLimit();
  const { chargedAmounts: charged } = await listStripeBilling(app);
  expect(charged).toHaveLength(2);
  expect(repeated).toMatchObject({ change: 'upgraded', plan: 'growth', charged: charged[1] });
});

test('reports success and syncs later when a change cannot be read back', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({
    wrapStripe: transport.wrapStripe,
    wrapEventDelivery: () => async () => ({ status: 200 }),
  });
  const seller = await createPayingSeller(app);
  transport.delayOnce(/^POST \/v1\/subscriptions\/sub_/, async () => {
    transport.injectFault(/^GET \/v1\/subscriptions\//, 'time-out before', TRIES);
  });
  expect((await upgradeToGrowth(seller)).body).toMatchObject({ change: 'upgraded', plan: 'growth' });
  await app.waitUntilIdle();
  expect(await getPlanStatus(seller)).toMatchObject({ currentPlan: 'growth' });
});

test('changes nothing while Stripe is unavailable and returns the stored status', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await createPayingSeller(app);
  const previousRow = await getPlanRow(app, seller);
  const callCount = transport.calls.length;
  await getPlanStatus(seller);
  expect(transport.calls).toHaveLength(callCount);
  transport.injectFault(/./, '429', 1000);
  expect(await upgradeToGrowth(seller)).toMatchObject(UNAVAILABLE);
  expect(await seller.rpc('cancel-subscription', {})).toMatchObject(UNAVAILABLE);
  expect(await seller.rpc('customer-portal', {})).toMatchObject(UNAVAILABLE);
  expect(await seller.rpc('check-subscription-status', { refresh: true })).toMatchObject({
    status: 200,
    body: { currentPlan: 'starter' },
  });
  const { plan, status, changes, cancelAt } = previousRow;
  expect(await getPlanRow(app, seller)).toMatchObject({
    plan,
    status,
    changes,
    cancelAt,
    changingUntil: null,
  });
});

test.for(['time-out after', '500 after'] as const)(
  'creates and charges a new subscription once when the response is lost (%s)',
  async (faultKind) => {
    const transport = createFaultyStripe();
    const app = await createTestApp({ wrapStripe: transport.wrapStripe });
    const seller = await createPayingSeller(app);
    await seller.rpc('cancel-subscription', {});
    await advanceDays(app, 31);
    transport.injectFault(/^POST \/v1\/subscriptions$/, faultKind, TRIES);
    expect(await seller.rpc('reactivate-subscription', {})).toMatchObject(UNAVAILABLE);
    expect((await seller.rpc('reactivate-subscription', {})).body).toEqual({ reactivated: true });
    await app.waitUntilIdle();
    const { subscriptions, chargedAmounts: charged } = await listStripeBilling(app);
    expect(subscriptions).toHaveLength(2);
    expect(charged).toEqual([900, 900]);
    expect(await getPlanStatus(seller)).toMatchObject({ status: 'active', access: true });
  },
);

test('starts one trial when two processes start it at once', async () => {
  const database = await openTestDatabase();
  const first = await createTestApp({ database });
  const second = await createTestApp({
    database: { ...database, close: () => Promise.resolve() },
    wrapStripe: (ownFetch) => first.sandbox?.api ?? ownFetch,
  });
  const seller = await first.signUpSeller();
  const callSecondApp = (planId: 'starter') =>
    second
      .request('/functions/v1/create-subscription', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${seller.session.access_token}`,
        },
        body: JSON.stringify({ planId }),
      })
      .then(async (response) => ({
        status: response.status,
        body: (await response.json()) as { created: boolean },
      }));
  const responses = await Promise.all([
    seller.rpc('create-subscription', { planId: 'starter' }),
    callSecondApp('starter'),
    seller.rpc('create-subscription', { planId: 'starter' }),
    callSecondApp('starter'),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(responses.filter(({ body }) => body.created)).toHaveLength(1);
  expect((await listStripeBilling(first)).subscriptions).toHaveLength(1);
});
