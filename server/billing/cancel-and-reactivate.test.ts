import { expect, test } from 'vitest';

import {
  listStripeBilling,
  attachCard,
  listPlanEmails,
  advanceDays,
  createPayingSeller,
  getPlanRow,
  createTrialSeller,
  getPlanStatus,
  type CardToken,
} from '#server/testing/seller-plans.ts';
import { createTestApp, type TestSeller } from '#server/testing/test-app.ts';

const cancel = (seller: TestSeller) => seller.rpc('cancel-subscription', {});
const reactivate = (seller: TestSeller) => seller.rpc('reactivate-subscription', {});

test('keeps a canceled plan until the end of the paid period and lets the seller undo it', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  const { currentPeriodEnd: endsAt } = await getPlanStatus(seller);
  for (let attempt = 0; attempt < 2; attempt++) expect(await cancel(seller)).toEqual({ status: 200, body: { endsAt } });
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'active', access: true, cancelAt: endsAt });
  expect(await reactivate(seller)).toEqual({ status: 200, body: { reactivated: true } });
  expect((await getPlanStatus(seller)).cancelAt).toBeNull();

  await cancel(seller);
  await advanceDays(app, 31);
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'canceled', access: false, cancelAt: null });
  expect((await listPlanEmails(app)).slice(-1)).toEqual(['plan_canceled']);
  expect(await cancel(seller)).toMatchObject({
    status: 409,
    body: { error: { code: 'subscription_canceled' } },
  });
});

test('ends a canceled trial at its end without a charge', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app, 'starter', 'pm_card_visa');
  const { trialEndsAt } = await getPlanStatus(seller);
  expect((await cancel(seller)).body.endsAt).toBe(trialEndsAt);
  await advanceDays(app, 8);
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'canceled', access: false });
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([]);
  expect(await listPlanEmails(app)).toEqual(['welcome_trial', 'plan_canceled', 'plan_canceled']);
});

test('drops a scheduled downgrade when the plan is canceled', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app, 'growth');
  const userId = seller.session.user.id;
  await seller.rpc('upgrade-subscription', { targetPlan: 'starter', userId });
  await cancel(seller);
  expect(await getPlanStatus(seller)).toMatchObject({ pendingPlan: null, currentPlan: 'growth' });
  expect(await seller.rpc('upgrade-subscription', { targetPlan: 'starter', userId })).toMatchObject({
    status: 409,
    body: {
      error: { code: 'subscription_canceled', message: expect.stringContaining('Reactivate it first') },
    },
  });
  // An upgrade is made at once and the cancellation stays.
  expect((await seller.rpc('upgrade-subscription', { targetPlan: 'pro', userId })).body.change).toBe('upgraded');
  expect((await getPlanStatus(seller)).cancelAt).not.toBeNull();
});

test('drops a pending upgrade when the plan is canceled, in any order', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  await attachCard(app, seller, 'pm_card_chargeCustomerFail');
  const upgradeRequest = { targetPlan: 'growth', userId: seller.session.user.id } as const;
  const { currentPeriodEnd: endsAt } = await getPlanStatus(seller);
  for (let attempt = 0; attempt < 2; attempt++) {
    expect((await seller.rpc('upgrade-subscription', upgradeRequest)).body.change).toBe('payment_needed');
    expect((await getPlanStatus(seller)).due?.plan).toBe('growth');
    expect((await cancel(seller)).body.endsAt).toBe(endsAt);
    expect(await getPlanStatus(seller)).toMatchObject({
      currentPlan: 'starter',
      due: null,
      cancelAt: endsAt,
    });
  }
});

test('requires a card to reactivate after a trial without one and charges once', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app);
  await advanceDays(app, 8);
  const first = await reactivate(seller);
  expect(first).toMatchObject({ status: 200, body: { reactivated: false } });
  expect('url' in first.body && first.body.url).toContain('/sandbox/portal/');
  await attachCard(app, seller, 'pm_card_visa');
  const { subscriptionId } = await getPlanRow(app, seller);
  expect(await reactivate(seller)).toEqual({ status: 200, body: { reactivated: true } });
  expect(await reactivate(seller)).toEqual({ status: 200, body: { reactivated: true } });
  expect(await getPlanStatus(seller)).toMatchObject({
    status: 'active',
    access: true,
    currentPlan: 'starter',
  });
  expect((await getPlanRow(app, seller)).subscriptionId).toBe(subscriptionId);
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([900]);
});

test('reports that the bank requires confirmation of a reactivation', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app);
  await advanceDays(app, 8);
  await attachCard(app, seller, 'pm_card_authenticationRequired');
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await reactivate(seller)).toMatchObject({
      status: 402,
      body: { error: { message: 'Your bank requires you to confirm this payment first.' } },
    });
});

test('returns the invoice URL when the card is declined and succeeds with another card', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app);
  await advanceDays(app, 8);
  await attachCard(app, seller, 'pm_card_chargeCustomerFail');
  for (let attempt = 0; attempt < 2; attempt++) {
    const { status, body } = await reactivate(seller);
    expect([status, 'error' in body && body.error?.code]).toEqual([402, 'payment_declined']);
    expect(body).toMatchObject({ error: { url: expect.stringContaining('/sandbox/invoice/') } });
  }
  expect((await getPlanStatus(seller)).access).toBe(false);
  await attachCard(app, seller, 'pm_card_visa');
  expect(await reactivate(seller)).toEqual({ status: 200, body: { reactivated: true } });
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([900]);
});

test('creates a new subscription without a trial for the former plan after the end', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app, 'growth');
  await cancel(seller);
  await advanceDays(app, 31);
  await giveCardToCustomer(seller, app, 'pm_card_chargeCustomerFail');
  expect(await reactivate(seller)).toMatchObject({
    status: 402,
    body: { error: { code: 'payment_declined', url: expect.stringContaining('/sandbox/portal/') } },
  });
  expect((await getPlanStatus(seller)).status).toBe('canceled');
  await giveCardToCustomer(seller, app, 'pm_card_visa');
  expect(await reactivate(seller)).toEqual({ status: 200, body: { reactivated: true } });
  await app.waitUntilIdle();
  expect(await getPlanStatus(seller)).toMatchObject({
    status: 'active',
    currentPlan: 'growth',
    access: true,
  });
  const { subscriptions, chargedAmounts: charged } = await listStripeBilling(app);
  expect(subscriptions.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
  expect(charged).toEqual([2900, 2900]);
  expect((await getPlanRow(app, seller)).generation).toBe(2);
});

test('sends the seller to the invoice when the bank requires confirmation', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  await cancel(seller);
  await advanceDays(app, 31);
  await giveCardToCustomer(seller, app, 'pm_card_authenticationRequired');
  const { status, body } = await reactivate(seller);
  expect(status).toBe(402);
  expect(body).toMatchObject({
    error: {
      code: 'payment_declined',
      message: 'Your bank requires you to confirm this payment first.',
      url: expect.stringContaining('/sandbox/invoice/'),
    },
  });
  expect(await getPlanStatus(seller)).toMatchObject({ access: false, due: { amount: 900 } });
  expect(await reactivate(seller)).toMatchObject({
    status: 402,
    body: { error: { code: 'payment_overdue' } },
  });
  const { data } = await app.context.stripe.plans.invoices.list({ status: 'open' });
  expect(data).toHaveLength(1);
  await giveCardToCustomer(seller, app, 'pm_card_visa');
  await app.context.stripe.plans.invoices.pay(data[0]?.id ?? '');
  await app.waitUntilIdle();
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'active', access: true, due: null });
  expect((await listStripeBilling(app)).chargedAmounts).toEqual([900, 900]);
});

/** Attaches a card to the customer: an ended subscription takes none. */
async function giveCardToCustomer(
  seller: TestSeller,
  app: Awaited<ReturnType<typeof createTestApp>>,
  token: CardToken,
): Promise<void> {
  const { customerId } = await getPlanRow(app, seller);
  const { paymentMethods, customers } = app.context.stripe.plans;
  const { id } = await paymentMethods.attach(token, { customer: customerId ?? '' });
  await customers.update(customerId ?? '', { invoice_settings: { default_payment_method: id } });
}

test('sends one email for a failed renewal, keeps pages online and recovers when it is paid', async () => {
  const app = await createTestApp();
  const seller = await createPayingSeller(app);
  await attachCard(app, seller, 'pm_card_chargeCustomerFail');
  await advanceDays(app, 31);
  await advanceDays(app, 4);
  expect(await getPlanStatus(seller)).toMatchObject({
    status: 'past_due',
    access: true,
    due: { plan: null },
  });
  expect((await listPlanEmails(app)).filter((mail) => mail === 'payment_failed')).toHaveLength(1);
  const rejected = await reactivate(seller);
  expect(rejected).toMatchObject({ status: 402, body: { error: { code: 'payment_overdue' } } });
  await attachCard(app, seller, 'pm_card_visa');
  const { data } = await app.context.stripe.plans.invoices.list({ status: 'open' });
  await app.context.stripe.plans.invoices.pay(data[0]?.id ?? '');
  await app.waitUntilIdle();
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'active', due: null });
});

test('opens the portal for a seller with a plan and lists invoices newest first', async () => {
  const app = await createTestApp();
  const sellerWithoutPlan = await app.signUpSeller();
  expect(await sellerWithoutPlan.rpc('customer-portal', {})).toMatchObject({
    status: 409,
    body: { error: { code: 'subscription_missing', title: 'Failed to open subscription portal' } },
  });
  expect((await sellerWithoutPlan.rpc('list-invoices', {})).body).toEqual({ invoices: [] });
  const seller = await createPayingSeller(app, 'growth');
  const [plainPortal, cardPortal] = await Promise.all([
    seller.rpc('customer-portal', {}),
    seller.rpc('customer-portal', { flow: 'payment_method_update' }),
  ]);
  for (const { status, body } of [plainPortal, cardPortal]) {
    expect(status).toBe(200);
    expect(body.url).toContain('/sandbox/portal/');
  }
  const { invoices } = (await seller.rpc('list-invoices', {})).body;
  expect(invoices.map(({ total, status }) => [total, status])).toEqual([
    [2900, 'paid'],
    [0, 'paid'],
  ]);
});
