import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buy, openRehearsal, openSeller, order, post, typed, type Rehearsal } from '../rehearsal.ts';
import { begin, endOf, openPlan, pass, passTo, seconds } from './life-rehearsal.ts';

const invoicesOf = async ({ stripe }: Rehearsal, subscription: string, options = {}) =>
  (await stripe.invoices.list({ subscription, limit: 100 }, options)).data.toReversed();

test('begins the next period with a draft that is charged within the hour', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const made = await begin(stripe, await openPlan(rehearsal, 'pm_card_visa'));
  const end = endOf(made);
  passTo(rehearsal, end);
  const begun = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
  expect(begun).toMatchObject({
    status: 'active',
    items: { data: [{ current_period_start: end }] },
    latest_invoice: {
      status: 'draft',
      created: end,
      automatically_finalizes_at: end + seconds.hour,
      billing_reason: 'subscription_cycle',
      number: null,
      lines: { data: [{ amount: 900, period: { start: end, end: endOf(begun) } }] },
    },
  });
  await rehearsal.sandbox.settled();
  rehearsal.received.length = 0;
  pass(rehearsal, seconds.hour);
  await rehearsal.sandbox.settled();
  expect(rehearsal.types()).toEqual([
    'payment_intent.created',
    'invoice.finalized',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'invoice.payment_succeeded',
    'invoice_payment.paid',
  ]);
  await rehearsal.sandbox.close();
});

test("renews a buyer's subscription on the seller's account with its lasting coupon", async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  await stripe.coupons.create({ id: 'co_ever', percent_off: 20, duration: 'forever' }, seller);
  await stripe.coupons.create({ id: 'co_once', percent_off: 50, duration: 'once' }, seller);
  const boughtWith = async (coupon: string) =>
    (await buy(rehearsal, seller, order({ mode: 'subscription', discounts: [{ coupon }] }))).session;
  const [ever, once] = [await boughtWith('co_ever'), await boughtWith('co_once')];
  await rehearsal.sandbox.settled();
  rehearsal.received.length = 0;
  pass(rehearsal, 32 * seconds.day);
  const paid = async (subscription: unknown) =>
    (await invoicesOf(rehearsal, String(subscription), seller)).map((invoice) => invoice.amount_paid);
  expect(await paid(ever.subscription)).toEqual([2320, 2320]);
  expect(await paid(once.subscription)).toEqual([1450, 2900]);
  await rehearsal.sandbox.settled();
  const renewed = rehearsal.received.filter(({ event }) => event.type === 'invoice.paid');
  expect(renewed.map(({ url, event }) => [url.endsWith('/connect'), event.account])).toEqual([
    [true, seller.stripeAccount],
    [true, seller.stripeAccount],
  ]);
  const charges = await stripe.charges.list({ expand: ['data.balance_transaction'] }, seller);
  expect(charges.data).toHaveLength(4);
  expect(charges.data.every((charge) => charge.balance_transaction !== null)).toBe(true);
  await rehearsal.sandbox.close();
});

test('applies a coupon for three months to three months', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const plan = await openPlan(rehearsal, 'pm_card_visa');
  await stripe.coupons.create({
    id: 'co_3',
    amount_off: 400,
    currency: 'usd',
    duration: 'repeating',
    duration_in_months: 3,
  });
  const made = await begin(stripe, plan, { discounts: [{ coupon: 'co_3' }] });
  pass(rehearsal, 5 * 30.5 * seconds.day);
  const amounts = (await invoicesOf(rehearsal, made.id)).map((invoice) => invoice.amount_paid);
  expect(amounts.slice(0, 4)).toEqual([500, 500, 500, 900]);
  await rehearsal.sandbox.close();
});

test('clears a cancellation at period end, and otherwise ends the subscription there', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const plan = await openPlan(rehearsal, 'pm_card_visa');
  const made = await begin(stripe, plan, { cancel_at_period_end: true });
  expect(made).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: endOf(made) });
  passTo(rehearsal, endOf(made));
  expect(await stripe.subscriptions.retrieve(made.id)).toMatchObject({
    status: 'canceled',
    ended_at: endOf(made),
    canceled_at: made.canceled_at,
    cancellation_details: { reason: 'cancellation_requested' },
  });
  pass(rehearsal, 90 * seconds.day);
  expect(await invoicesOf(rehearsal, made.id)).toHaveLength(1);
  await rehearsal.sandbox.settled();
  expect(rehearsal.types().filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1);
  await rehearsal.sandbox.close();
});

test('does not renew a subscription after its customer was deleted', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const plan = await openPlan(rehearsal, 'pm_card_visa');
  const made = await begin(stripe, plan);
  await stripe.customers.del(plan.customer);
  pass(rehearsal, 40 * seconds.day);
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('canceled');
  expect(await invoicesOf(rehearsal, made.id)).toHaveLength(1);
  await rehearsal.sandbox.close();
});

type Step = number;

/** Returns the invoices and charges of a subscription, in seconds from its start, without ids and random values. */
const history = async (steps: Step[], card: string, days: number) => {
  const rehearsal = openRehearsal({ endpoints: [] });
  const { stripe, sandbox } = rehearsal;
  const plan = await openPlan(rehearsal, card);
  // The end of the next January.
  const year = new Date().getUTCFullYear() + 1;
  const start = new Date(`${year}-01-31T10:00:00Z`);
  sandbox.clock.moveTo(start);
  const made = await begin(stripe, plan, {
    trial_end: Math.floor(start.getTime() / 1000) + days * seconds.day,
  });
  for (const step of steps.toSorted((one, other) => one - other))
    sandbox.clock.moveTo(new Date(Math.max(start.getTime() + step * 1000, sandbox.now().getTime())));
  sandbox.clock.moveTo(new Date(`${year}-08-05T00:00:00Z`));
  const { status, ended_at: ended } = await stripe.subscriptions.retrieve(made.id);
  const invoices = (await invoicesOf(rehearsal, made.id)).slice(1).map((invoice) => ({
    created: invoice.created,
    status: invoice.status,
    due: invoice.amount_due,
    tries: invoice.attempt_count,
    paid: invoice.status_transitions.paid_at,
    period: invoice.lines.data[0]?.period,
  }));
  const charges = (await stripe.charges.list({ limit: 100 })).data.map(
    ({ created, amount, status: fate }) => `${created} ${amount} ${fate}`,
  );
  await sandbox.close();
  return { status, ended, invoices, charges };
};

test('creates the same invoices whatever the steps of the clock', { timeout: 120_000 }, async () => {
  const halfYear = 185 * seconds.day;
  const cards = ['pm_card_visa', 'pm_card_chargeCustomerFail', 'pm_card_authenticationRequired'];
  for (const card of cards) {
    const atOnce = await history([], card, 59);
    expect(atOnce.invoices).toHaveLength(card === 'pm_card_visa' ? 5 : 1);
    expect(atOnce.charges).toHaveLength({ pm_card_visa: 5, pm_card_chargeCustomerFail: 5 }[card] ?? 0);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: halfYear }), { maxLength: 12 }), async (steps) => {
        expect(await history(steps, card, 59)).toEqual(atOnce);
      }),
      { numRuns: 12 },
    );
  }
});

test('renews off-session after 3-D Secure in Checkout, unless the card requires it for every payment', async () => {
  const rehearsal = openRehearsal();
  const { stripe, sandbox } = rehearsal;
  const seller = await openSeller(rehearsal);
  const statusAfter = async (number: string) => {
    const { session } = await buy(rehearsal, seller, order({ mode: 'subscription' }), typed(number));
    await post(sandbox, `${session.url}/3ds`, { action: 'complete' });
    const { subscription } = await stripe.checkout.sessions.retrieve(session.id, undefined, seller);
    pass(rehearsal, 32 * seconds.day);
    return (await stripe.subscriptions.retrieve(subscription as string, undefined, seller)).status;
  };
  expect(await statusAfter('4000 0025 0000 3155')).toBe('active');
  expect(await statusAfter('4000 0027 6000 3184')).toBe('past_due');
  await sandbox.close();
});

test('sends no events for the subscriptions of a disconnected account', async () => {
  const rehearsal = openRehearsal();
  const { stripe, sandbox } = rehearsal;
  const seller = await openSeller(rehearsal);
  await buy(rehearsal, seller, order({ mode: 'subscription' }));
  const stays = await begin(stripe, await openPlan(rehearsal, 'pm_card_visa'));
  await stripe.oauth.deauthorize({ client_id: 'ca_1', stripe_user_id: seller.stripeAccount });
  await sandbox.settled();
  rehearsal.received.length = 0;
  pass(rehearsal, 32 * seconds.day);
  await sandbox.settled();
  expect(rehearsal.received.filter(({ event }) => event.account !== undefined)).toEqual([]);
  expect(await invoicesOf(rehearsal, stays.id)).toHaveLength(2);
  await sandbox.close();
});

test('bills each month when the clock moves by three years', async () => {
  const rehearsal = openRehearsal();
  const made = await begin(rehearsal.stripe, await openPlan(rehearsal, 'pm_card_visa'));
  pass(rehearsal, (3 * 365 + 5) * seconds.day);
  expect(await invoicesOf(rehearsal, made.id)).toHaveLength(37);
  await rehearsal.sandbox.close();
});
