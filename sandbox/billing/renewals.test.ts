import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  buyOrder,
  openFixture,
  createSeller,
  orderParams,
  postForm,
  cardForm,
  type SandboxFixture,
} from '../testing/sandbox-fixture.ts';
import {
  subscribe,
  periodEndOf,
  createPlan,
  advanceClock,
  advanceClockTo,
  SECONDS,
} from '../testing/subscription-fixture.ts';

const invoicesOf = async ({ stripe }: SandboxFixture, subscription: string, options = {}) =>
  (await stripe.invoices.list({ subscription, limit: 100 }, options)).data.toReversed();

test('begins the next period with a draft that is charged within the hour', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const subscription = await subscribe(stripe, await createPlan(fixture, 'pm_card_visa'));
  const end = periodEndOf(subscription);
  advanceClockTo(fixture, end);
  const renewed = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
  expect(renewed).toMatchObject({
    status: 'active',
    items: { data: [{ current_period_start: end }] },
    latest_invoice: {
      status: 'draft',
      created: end,
      automatically_finalizes_at: end + SECONDS.hour,
      billing_reason: 'subscription_cycle',
      number: null,
      lines: { data: [{ amount: 900, period: { start: end, end: periodEndOf(renewed) } }] },
    },
  });
  await fixture.sandbox.waitForDeliveries();
  fixture.received.length = 0;
  advanceClock(fixture, SECONDS.hour);
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).toEqual([
    'payment_intent.created',
    'invoice.finalized',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'invoice.payment_succeeded',
    'invoice_payment.paid',
  ]);
  await fixture.sandbox.close();
});

test("renews a buyer's subscription on the seller's account with its lasting coupon", async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const seller = await createSeller(fixture);
  await stripe.coupons.create({ id: 'co_ever', percent_off: 20, duration: 'forever' }, seller);
  await stripe.coupons.create({ id: 'co_once', percent_off: 50, duration: 'once' }, seller);
  const buyWithCoupon = async (coupon: string) =>
    (await buyOrder(fixture, seller, orderParams({ mode: 'subscription', discounts: [{ coupon }] }))).session;
  const [foreverSubscription, onceSubscription] = [await buyWithCoupon('co_ever'), await buyWithCoupon('co_once')];
  await fixture.sandbox.waitForDeliveries();
  fixture.received.length = 0;
  advanceClock(fixture, 32 * SECONDS.day);
  const listPaidAmounts = async (subscription: unknown) =>
    (await invoicesOf(fixture, String(subscription), seller)).map((invoice) => invoice.amount_paid);
  expect(await listPaidAmounts(foreverSubscription.subscription)).toEqual([2320, 2320]);
  expect(await listPaidAmounts(onceSubscription.subscription)).toEqual([1450, 2900]);
  await fixture.sandbox.waitForDeliveries();
  const paidEvents = fixture.received.filter(({ event }) => event.type === 'invoice.paid');
  expect(paidEvents.map(({ url, event }) => [url.endsWith('/connect'), event.account])).toEqual([
    [true, seller.stripeAccount],
    [true, seller.stripeAccount],
  ]);
  const charges = await stripe.charges.list({ expand: ['data.balance_transaction'] }, seller);
  expect(charges.data).toHaveLength(4);
  expect(charges.data.every((charge) => charge.balance_transaction !== null)).toBe(true);
  await fixture.sandbox.close();
});

test('applies a coupon for three months to three months', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const plan = await createPlan(fixture, 'pm_card_visa');
  await stripe.coupons.create({
    id: 'co_3',
    amount_off: 400,
    currency: 'usd',
    duration: 'repeating',
    duration_in_months: 3,
  });
  const { id } = await subscribe(stripe, plan, { discounts: [{ coupon: 'co_3' }] });
  advanceClock(fixture, 5 * 30.5 * SECONDS.day);
  const invoices = await invoicesOf(fixture, id);
  expect(invoices.slice(0, 4).map((invoice) => invoice.amount_paid)).toEqual([500, 500, 500, 900]);
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['discounts.source.coupon'] });
  // The discount ends when the first period starts that it doesn't apply to.
  expect(subscription.discounts).toMatchObject([
    { end: invoices[3]?.lines.data[0]?.period.start, source: { coupon: { id: 'co_3', duration: 'repeating' } } },
  ]);
  await fixture.sandbox.close();
});

test('clears a cancellation at period end, and otherwise ends the subscription there', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const plan = await createPlan(fixture, 'pm_card_visa');
  const subscription = await subscribe(stripe, plan, { cancel_at_period_end: true });
  expect(subscription).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: periodEndOf(subscription),
  });
  advanceClockTo(fixture, periodEndOf(subscription));
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
    ended_at: periodEndOf(subscription),
    canceled_at: subscription.canceled_at,
    cancellation_details: { reason: 'cancellation_requested' },
  });
  advanceClock(fixture, 90 * SECONDS.day);
  expect(await invoicesOf(fixture, subscription.id)).toHaveLength(1);
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes().filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1);
  await fixture.sandbox.close();
});

test('does not renew a subscription after its customer was deleted', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const plan = await createPlan(fixture, 'pm_card_visa');
  const subscription = await subscribe(stripe, plan);
  await stripe.customers.del(plan.customer);
  advanceClock(fixture, 40 * SECONDS.day);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  expect(await invoicesOf(fixture, subscription.id)).toHaveLength(1);
  await fixture.sandbox.close();
});

type StepSeconds = number;

/** Returns the invoices and charges of a subscription, in seconds from its start, without ids and random values. */
const simulate = async (steps: StepSeconds[], card: string, days: number) => {
  // Real time does not pass: a millisecond between two equal steps would be a move backwards.
  const realTime = Date.now();
  const fixture = openFixture({ endpoints: [], realTime: () => realTime });
  const { stripe, sandbox } = fixture;
  const plan = await createPlan(fixture, card);
  // The end of the next January.
  const year = new Date().getUTCFullYear() + 1;
  const start = new Date(`${year}-01-31T10:00:00Z`);
  sandbox.clock.moveTo(start);
  const subscription = await subscribe(stripe, plan, {
    trial_end: Math.floor(start.getTime() / 1000) + days * SECONDS.day,
  });
  for (const step of steps.toSorted((first, second) => first - second))
    sandbox.clock.moveTo(new Date(Math.max(start.getTime() + step * 1000, sandbox.now().getTime())));
  sandbox.clock.moveTo(new Date(`${year}-08-05T00:00:00Z`));
  const { status, ended_at: ended } = await stripe.subscriptions.retrieve(subscription.id);
  const invoices = (await invoicesOf(fixture, subscription.id)).slice(1).map((invoice) => ({
    created: invoice.created,
    status: invoice.status,
    due: invoice.amount_due,
    tries: invoice.attempt_count,
    paid: invoice.status_transitions.paid_at,
    period: invoice.lines.data[0]?.period,
  }));
  const charges = (await stripe.charges.list({ limit: 100 })).data.map(
    ({ created, amount, status: chargeStatus }) => `${created} ${amount} ${chargeStatus}`,
  );
  await sandbox.close();
  return { status, ended, invoices, charges };
};

test('creates the same invoices whatever the steps of the clock', { timeout: 120_000 }, async () => {
  const halfYear = 185 * SECONDS.day;
  const cards = ['pm_card_visa', 'pm_card_chargeCustomerFail', 'pm_card_authenticationRequired'];
  for (const card of cards) {
    const singleMove = await simulate([], card, 59);
    expect(singleMove.invoices).toHaveLength(card === 'pm_card_visa' ? 5 : 1);
    expect(singleMove.charges).toHaveLength({ pm_card_visa: 5, pm_card_chargeCustomerFail: 5 }[card] ?? 0);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: halfYear }), { maxLength: 12 }), async (steps) => {
        expect(await simulate(steps, card, 59)).toEqual(singleMove);
      }),
      { numRuns: 12 },
    );
  }
});

test('renews off-session after 3D Secure in Checkout, unless the card requires it for every payment', async () => {
  const fixture = openFixture();
  const { stripe, sandbox } = fixture;
  const seller = await createSeller(fixture);
  const statusAfter = async (number: string) => {
    const { session } = await buyOrder(fixture, seller, orderParams({ mode: 'subscription' }), cardForm(number));
    await postForm(sandbox, `${session.url}/3ds`, { action: 'complete' });
    const { subscription } = await stripe.checkout.sessions.retrieve(session.id, undefined, seller);
    advanceClock(fixture, 32 * SECONDS.day);
    return (await stripe.subscriptions.retrieve(subscription as string, undefined, seller)).status;
  };
  expect(await statusAfter('4000 0025 0000 3155')).toBe('active');
  expect(await statusAfter('4000 0027 6000 3184')).toBe('past_due');
  await sandbox.close();
});

test('sends no events for the subscriptions of a disconnected account', async () => {
  const fixture = openFixture();
  const { stripe, sandbox } = fixture;
  const seller = await createSeller(fixture);
  await buyOrder(fixture, seller, orderParams({ mode: 'subscription' }));
  const remaining = await subscribe(stripe, await createPlan(fixture, 'pm_card_visa'));
  await stripe.oauth.deauthorize({ client_id: 'ca_1', stripe_user_id: seller.stripeAccount });
  await sandbox.waitForDeliveries();
  fixture.received.length = 0;
  advanceClock(fixture, 32 * SECONDS.day);
  await sandbox.waitForDeliveries();
  expect(fixture.received.filter(({ event }) => event.account !== undefined)).toEqual([]);
  expect(await invoicesOf(fixture, remaining.id)).toHaveLength(2);
  await sandbox.close();
});

test('bills each month when the clock moves by three years', async () => {
  const fixture = openFixture();
  const subscription = await subscribe(fixture.stripe, await createPlan(fixture, 'pm_card_visa'));
  advanceClock(fixture, (3 * 365 + 5) * SECONDS.day);
  expect(await invoicesOf(fixture, subscription.id)).toHaveLength(37);
  await fixture.sandbox.close();
});
