import { expect, test } from 'vitest';

import { openShop, type TestSeller } from '#server/testing.ts';
import {
  atProvider,
  giveCard,
  mailsOf,
  passDays,
  payingSeller,
  planRowOf,
  sellerOnTrial,
  statusOf,
  type CardToken,
} from '#server/testing-plans.ts';

const cancel = (seller: TestSeller) => seller.call('cancel-subscription', {});
const reactivate = (seller: TestSeller) => seller.call('reactivate-subscription', {});

test('keeps a canceled plan until the end of the paid period and lets the seller undo it', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  const { currentPeriodEnd: endsAt } = await statusOf(seller);
  for (let times = 0; times < 2; times++)
    expect(await cancel(seller)).toEqual({ status: 200, body: { endsAt } });
  expect(await statusOf(seller)).toMatchObject({ status: 'active', access: true, cancelAt: endsAt });
  expect(await reactivate(seller)).toEqual({ status: 200, body: { reactivated: true } });
  expect((await statusOf(seller)).cancelAt).toBeNull();

  await cancel(seller);
  await passDays(shop, 31);
  expect(await statusOf(seller)).toMatchObject({ status: 'canceled', access: false, cancelAt: null });
  expect((await mailsOf(shop)).slice(-1)).toEqual(['plan_canceled']);
  expect(await cancel(seller)).toMatchObject({
    status: 409,
    body: { error: { code: 'subscription_canceled' } },
  });
});

test('ends a canceled trial at its end without a charge', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop, 'starter', 'pm_card_visa');
  const { trialEndsAt } = await statusOf(seller);
  expect((await cancel(seller)).body.endsAt).toBe(trialEndsAt);
  await passDays(shop, 8);
  expect(await statusOf(seller)).toMatchObject({ status: 'canceled', access: false });
  expect((await atProvider(shop)).charged).toEqual([]);
  expect(await mailsOf(shop)).toEqual(['welcome_trial', 'plan_canceled', 'plan_canceled']);
});

test('drops a scheduled downgrade when the plan is canceled', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop, 'growth');
  const userId = seller.session.user.id;
  await seller.call('upgrade-subscription', { targetPlan: 'starter', userId });
  await cancel(seller);
  expect(await statusOf(seller)).toMatchObject({ pendingPlan: null, currentPlan: 'growth' });
  expect(await seller.call('upgrade-subscription', { targetPlan: 'starter', userId })).toMatchObject({
    status: 409,
    body: {
      error: { code: 'subscription_canceled', message: expect.stringContaining('Reactivate it first') },
    },
  });
  // An upgrade is made at once and the cancellation stays.
  expect((await seller.call('upgrade-subscription', { targetPlan: 'pro', userId })).body.change).toBe(
    'upgraded',
  );
  expect((await statusOf(seller)).cancelAt).not.toBeNull();
});

test('drops a pending upgrade when the plan is canceled, in any order', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  await giveCard(shop, seller, 'pm_card_chargeCustomerFail');
  const wish = { targetPlan: 'growth', userId: seller.session.user.id } as const;
  const { currentPeriodEnd: endsAt } = await statusOf(seller);
  for (let times = 0; times < 2; times++) {
    expect((await seller.call('upgrade-subscription', wish)).body.change).toBe('payment_needed');
    expect((await statusOf(seller)).due?.plan).toBe('growth');
    expect((await cancel(seller)).body.endsAt).toBe(endsAt);
    expect(await statusOf(seller)).toMatchObject({ currentPlan: 'starter', due: null, cancelAt: endsAt });
  }
});

test('requires a card to reactivate after a trial without one and charges once', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop);
  await passDays(shop, 8);
  const first = await reactivate(seller);
  expect(first).toMatchObject({ status: 200, body: { reactivated: false } });
  expect('url' in first.body && first.body.url).toContain('/sandbox/portal/');
  await giveCard(shop, seller, 'pm_card_visa');
  const { subscriptionId } = await planRowOf(shop, seller);
  expect(await reactivate(seller)).toEqual({ status: 200, body: { reactivated: true } });
  expect(await reactivate(seller)).toEqual({ status: 200, body: { reactivated: true } });
  expect(await statusOf(seller)).toMatchObject({ status: 'active', access: true, currentPlan: 'starter' });
  expect((await planRowOf(shop, seller)).subscriptionId).toBe(subscriptionId);
  expect((await atProvider(shop)).charged).toEqual([900]);
});

test('reports that the bank requires confirmation of a reactivation', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop);
  await passDays(shop, 8);
  await giveCard(shop, seller, 'pm_card_authenticationRequired');
  for (let times = 0; times < 2; times++)
    expect(await reactivate(seller)).toMatchObject({
      status: 402,
      body: { error: { message: 'Your bank wants you to confirm the payment first.' } },
    });
});

test('returns the invoice URL when the card is declined and succeeds with another card', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop);
  await passDays(shop, 8);
  await giveCard(shop, seller, 'pm_card_chargeCustomerFail');
  for (let times = 0; times < 2; times++) {
    const { status, body } = await reactivate(seller);
    expect([status, 'error' in body && body.error?.code]).toEqual([402, 'payment_declined']);
    expect(body).toMatchObject({ error: { url: expect.stringContaining('/sandbox/invoice/') } });
  }
  expect((await statusOf(seller)).access).toBe(false);
  await giveCard(shop, seller, 'pm_card_visa');
  expect(await reactivate(seller)).toEqual({ status: 200, body: { reactivated: true } });
  expect((await atProvider(shop)).charged).toEqual([900]);
});

test('creates a new subscription without a trial for the former plan after the end', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop, 'growth');
  await cancel(seller);
  await passDays(shop, 31);
  await giveCardToCustomer(seller, shop, 'pm_card_chargeCustomerFail');
  expect(await reactivate(seller)).toMatchObject({
    status: 402,
    body: { error: { code: 'payment_declined', url: expect.stringContaining('/sandbox/portal/') } },
  });
  expect((await statusOf(seller)).status).toBe('canceled');
  await giveCardToCustomer(seller, shop, 'pm_card_visa');
  expect(await reactivate(seller)).toEqual({ status: 200, body: { reactivated: true } });
  await shop.settled();
  expect(await statusOf(seller)).toMatchObject({ status: 'active', currentPlan: 'growth', access: true });
  const { subscriptions, charged } = await atProvider(shop);
  expect(subscriptions.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
  expect(charged).toEqual([2900, 2900]);
  expect((await planRowOf(shop, seller)).generation).toBe(2);
});

test('sends the seller to the invoice when the bank requires confirmation', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  await cancel(seller);
  await passDays(shop, 31);
  await giveCardToCustomer(seller, shop, 'pm_card_authenticationRequired');
  const { status, body } = await reactivate(seller);
  expect(status).toBe(402);
  expect(body).toMatchObject({
    error: {
      code: 'payment_declined',
      message: 'Your bank wants you to confirm the payment first.',
      url: expect.stringContaining('/sandbox/invoice/'),
    },
  });
  expect(await statusOf(seller)).toMatchObject({ access: false, due: { amount: 900 } });
  expect(await reactivate(seller)).toMatchObject({
    status: 402,
    body: { error: { code: 'payment_overdue' } },
  });
  const { data } = await shop.context.stripe.plans.invoices.list({ status: 'open' });
  expect(data).toHaveLength(1);
  await giveCardToCustomer(seller, shop, 'pm_card_visa');
  await shop.context.stripe.plans.invoices.pay(data[0]?.id ?? '');
  await shop.settled();
  expect(await statusOf(seller)).toMatchObject({ status: 'active', access: true, due: null });
  expect((await atProvider(shop)).charged).toEqual([900, 900]);
});

/** Attaches a card to the customer: an ended subscription takes none. */
async function giveCardToCustomer(
  seller: TestSeller,
  shop: Awaited<ReturnType<typeof openShop>>,
  token: CardToken,
): Promise<void> {
  const { customerId } = await planRowOf(shop, seller);
  const { paymentMethods, customers } = shop.context.stripe.plans;
  const { id } = await paymentMethods.attach(token, { customer: customerId ?? '' });
  await customers.update(customerId ?? '', { invoice_settings: { default_payment_method: id } });
}

test('sends one email for a failed renewal, keeps pages online and recovers when it is paid', async () => {
  const shop = await openShop();
  const seller = await payingSeller(shop);
  await giveCard(shop, seller, 'pm_card_chargeCustomerFail');
  await passDays(shop, 31);
  await passDays(shop, 4);
  expect(await statusOf(seller)).toMatchObject({ status: 'past_due', access: true, due: { plan: null } });
  expect((await mailsOf(shop)).filter((mail) => mail === 'payment_failed')).toHaveLength(1);
  const refused = await reactivate(seller);
  expect(refused).toMatchObject({ status: 402, body: { error: { code: 'payment_overdue' } } });
  await giveCard(shop, seller, 'pm_card_visa');
  const { data } = await shop.context.stripe.plans.invoices.list({ status: 'open' });
  await shop.context.stripe.plans.invoices.pay(data[0]?.id ?? '');
  await shop.settled();
  expect(await statusOf(seller)).toMatchObject({ status: 'active', due: null });
});

test('opens the portal for a seller with a plan and lists invoices newest first', async () => {
  const shop = await openShop();
  const nobody = await shop.seller();
  expect(await nobody.call('customer-portal', {})).toMatchObject({
    status: 409,
    body: { error: { code: 'subscription_missing', title: 'Failed to open subscription portal' } },
  });
  expect((await nobody.call('list-invoices', {})).body).toEqual({ invoices: [] });
  const seller = await payingSeller(shop, 'growth');
  const [plain, flow] = await Promise.all([
    seller.call('customer-portal', {}),
    seller.call('customer-portal', { flow: 'payment_method_update' }),
  ]);
  for (const { status, body } of [plain, flow]) {
    expect(status).toBe(200);
    expect(body.url).toContain('/sandbox/portal/');
  }
  const { invoices } = (await seller.call('list-invoices', {})).body;
  expect(invoices.map(({ total, status }) => [total, status])).toEqual([
    [2900, 'paid'],
    [0, 'paid'],
  ]);
});
