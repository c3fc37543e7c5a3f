import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import {
  buyOrder,
  cardForm,
  createSeller,
  getPage,
  idOf,
  openFixture,
  orderParams,
  postForm,
} from '../testing/sandbox-fixture.ts';
import { advanceClock, advanceClockTo, periodEndOf, SECONDS } from '../testing/subscription-fixture.ts';

type SessionParams = Stripe.Checkout.SessionCreateParams;

const SETUP_FEE = {
  quantity: 1,
  price_data: { currency: 'usd', unit_amount: 9900, product_data: { name: 'Set-up' } },
};
const NO_CARD = { email: 'buyer@example.com', action: 'pay' };

/** Parameters of a trial of 14 days, then $29.00 per month. */
const trialParams = (overrides: Partial<SessionParams> = {}): SessionParams =>
  orderParams({
    mode: 'subscription',
    subscription_data: {
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      metadata: { page: 'p1' },
      description: 'Membership',
    },
    ...overrides,
  });

const withSetupFee = (overrides: Partial<SessionParams> = {}): SessionParams => {
  const params = trialParams(overrides);
  return { ...params, line_items: [...(params.line_items ?? []), SETUP_FEE] };
};

/** Opens a seller's account on which `start` buys a trial and `invoices` lists its invoices, oldest first. */
const openTrialFixture = async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const seller = await createSeller(fixture);
  return {
    ...fixture,
    seller,
    start: async (params: SessionParams = trialParams(), fields?: Record<string, string>) => {
      const { session } = await buyOrder(fixture, seller, params, fields);
      const id = idOf(session.subscription);
      return { session, id, subscription: await stripe.subscriptions.retrieve(id, undefined, seller) };
    },
    retrieve: (id: string) => stripe.subscriptions.retrieve(id, undefined, seller),
    invoices: async (subscription: string): Promise<string[]> => {
      const { data } = await stripe.invoices.list({ subscription }, seller);
      return data.toReversed().map(({ status, total }) => `${status} ${total}`);
    },
    pageText: async (params: SessionParams): Promise<string> => {
      const { url } = await stripe.checkout.sessions.create(params, seller);
      return (await (await getPage(fixture.sandbox, url ?? '')).text()).replaceAll(/\s+/g, ' ');
    },
  };
};

test('starts a trial with a saved card and charges it at the end', async () => {
  const fixture = await openTrialFixture();
  const { session, id, subscription } = await fixture.start();
  expect(session).toMatchObject({
    amount_subtotal: 0,
    amount_total: 0,
    payment_status: 'no_payment_required',
    payment_method_collection: 'always',
  });
  expect(subscription).toMatchObject({
    status: 'trialing',
    description: 'Membership',
    metadata: { page: 'p1' },
    trial_start: subscription.created,
    trial_end: subscription.created + 14 * SECONDS.day,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    default_payment_method: expect.any(String),
  });
  expect(periodEndOf(subscription)).toBe(subscription.trial_end);
  const invoice = await fixture.stripe.invoices.retrieve(idOf(session.invoice), undefined, fixture.seller);
  expect(invoice.lines.data).toMatchObject([{ amount: 0, description: 'Trial period for Course' }]);
  expect(await fixture.invoices(id)).toEqual(['paid 0']);
  advanceClockTo(fixture, periodEndOf(subscription) - 3 * SECONDS.day);
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).toContain('customer.subscription.trial_will_end');
  advanceClockTo(fixture, periodEndOf(subscription) + 2 * SECONDS.hour);
  expect((await fixture.retrieve(id)).status).toBe('active');
  expect(await fixture.invoices(id)).toEqual(['paid 0', 'paid 2900']);
  await fixture.sandbox.close();
});

test('asks for no card where none is required and cancels at the end of the trial', async () => {
  const fixture = await openTrialFixture();
  const params = trialParams({ payment_method_collection: 'if_required' });
  const page = await fixture.pageText(params);
  expect(page).not.toContain('name="number"');
  const { session, id, subscription } = await fixture.start(params, NO_CARD);
  expect(session.payment_status).toBe('no_payment_required');
  expect(subscription).toMatchObject({ status: 'trialing', default_payment_method: null });
  advanceClock(fixture, 40 * SECONDS.day);
  expect(await fixture.retrieve(id)).toMatchObject({ status: 'canceled', ended_at: subscription.trial_end });
  expect(await fixture.invoices(id)).toEqual(['paid 0']);
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).toContain('customer.subscription.deleted');
  await fixture.sandbox.close();
});

test('charges only the one-time items of a trial at once', async () => {
  const fixture = await openTrialFixture();
  const { session, id } = await fixture.start(withSetupFee({ payment_method_collection: 'if_required' }));
  expect(session).toMatchObject({ amount_subtotal: 9900, amount_total: 9900, payment_status: 'paid' });
  const items = await fixture.stripe.checkout.sessions.listLineItems(session.id, undefined, fixture.seller);
  expect(items.data.map(({ amount_total: amount }) => amount)).toEqual([0, 9900]);
  const charges = await fixture.stripe.charges.list(undefined, fixture.seller);
  expect(charges.data.map(({ amount }) => amount)).toEqual([9900]);
  advanceClock(fixture, 15 * SECONDS.day);
  expect(await fixture.invoices(id)).toEqual(['paid 9900', 'paid 2900']);
  await fixture.sandbox.close();
});

test('charges a set-up fee together with the first period and not again', async () => {
  const fixture = await openTrialFixture();
  const { session, id } = await fixture.start(withSetupFee({ subscription_data: {} }));
  expect(session).toMatchObject({ amount_total: 12_800, payment_status: 'paid' });
  advanceClock(fixture, 32 * SECONDS.day);
  expect(await fixture.invoices(id)).toEqual(['paid 12800', 'paid 2900']);
  await fixture.sandbox.close();
});

test('keeps a discount for one payment until an amount is due, and counts months from the start of the trial', async () => {
  const fixture = await openTrialFixture();
  const durations: Stripe.CouponCreateParams[] = [
    { id: 'once', duration: 'once' },
    { id: 'month', duration: 'repeating', duration_in_months: 1 },
    { id: 'forever', duration: 'forever' },
  ];
  for (const coupon of durations) await fixture.stripe.coupons.create({ ...coupon, percent_off: 10 }, fixture.seller);
  const startWith = async (coupon: string, toParams = trialParams) =>
    (await fixture.start(toParams({ discounts: [{ coupon }] }))).id;
  const once = await startWith('once');
  const month = await startWith('month');
  const forever = await startWith('forever');
  const onceWithFee = await startWith('once', withSetupFee);
  expect((await fixture.retrieve(once)).discounts).toHaveLength(1);
  expect((await fixture.retrieve(onceWithFee)).discounts).toEqual([]);
  advanceClock(fixture, 46 * SECONDS.day);
  expect((await fixture.retrieve(once)).discounts).toEqual([]);
  expect(await fixture.invoices(once)).toEqual(['paid 0', 'paid 2610', 'paid 2900']);
  expect(await fixture.invoices(month)).toEqual(['paid 0', 'paid 2610', 'paid 2900']);
  expect(await fixture.invoices(forever)).toEqual(['paid 0', 'paid 2610', 'paid 2610']);
  expect(await fixture.invoices(onceWithFee)).toEqual(['paid 8910', 'paid 2900', 'paid 2900']);
  await fixture.sandbox.close();
});

test('announces on the pay page what is due today and what follows', async () => {
  const fixture = await openTrialFixture();
  await fixture.stripe.coupons.create({ id: 'once', duration: 'once', percent_off: 10 }, fixture.seller);
  const trialPage = await fixture.pageText(trialParams());
  for (const text of [
    '14 days free, then $29.00 per month',
    '>Total due today</dt> <dd class="total">$0.00',
    'Start trial',
  ])
    expect(trialPage).toContain(text);
  expect(trialPage).not.toContain('Renews at');
  const feePage = await fixture.pageText(withSetupFee());
  for (const text of ['14 days free, then $29.00 per month', '<dd class="total">$99.00', 'Pay $99.00'])
    expect(feePage).toContain(text);
  expect(await fixture.pageText(trialParams({ discounts: [{ coupon: 'once' }] }))).toContain(
    '14 days free, then $26.10 once, then $29.00 per month',
  );
  expect(await fixture.pageText(withSetupFee({ subscription_data: {} }))).toContain('$29.00 per month</dd>');
  await fixture.sandbox.close();
});

test('saves a card for a trial only if its bank agrees', async () => {
  const fixture = await openTrialFixture();
  const declined = await buyOrder(fixture, fixture.seller, trialParams(), cardForm('4000 0000 0000 0002'));
  expect([declined.response.status, declined.session.status]).toEqual([402, 'open']);
  const late = await fixture.start(trialParams(), cardForm('4000 0000 0000 0341'));
  const { response, session } = await buyOrder(fixture, fixture.seller, trialParams(), cardForm('4000 0025 0000 3155'));
  expect([response.headers.get('location'), session.status]).toEqual([`/sandbox/pay/${session.id}/3ds`, 'open']);
  await postForm(fixture.sandbox, `/pay/${session.id}/3ds`, { action: 'complete' });
  expect((await fixture.stripe.checkout.sessions.retrieve(session.id, undefined, fixture.seller)).status).toBe(
    'complete',
  );
  expect((await fixture.stripe.paymentIntents.list(undefined, fixture.seller)).data).toEqual([]);
  advanceClock(fixture, 15 * SECONDS.day);
  expect((await fixture.retrieve(late.id)).status).toBe('past_due');
  await fixture.sandbox.close();
});
