import { expect, test } from 'vitest';
import { failure, openRehearsal, type Rehearsal } from '../rehearsal.ts';
import { begin, endOf, giveCard, openPlan, passTo, seconds } from './life-rehearsal.ts';

/** Opens an active subscription whose renewal has just been charged to `card`. */
const renewedWith = async (rehearsal: Rehearsal, card: string) => {
  const { stripe } = rehearsal;
  const plan = await openPlan(rehearsal, 'pm_card_visa');
  const made = await begin(stripe, plan);
  await giveCard(stripe, plan.customer, card);
  await rehearsal.sandbox.settled();
  rehearsal.received.length = 0;
  const failedAt = endOf(made) + seconds.hour;
  passTo(rehearsal, failedAt);
  await rehearsal.sandbox.settled();
  const subscription = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
  return {
    plan,
    subscription,
    invoice: String((await stripe.invoices.list({ limit: 1 })).data[0]?.id),
    failedAt,
  };
};

test('marks a subscription past_due after a declined renewal and retries on days 3, 5, 7 and 9', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const { subscription, invoice, failedAt } = await renewedWith(rehearsal, 'pm_card_chargeCustomerFail');
  expect(subscription).toMatchObject({
    status: 'past_due',
    latest_invoice: {
      status: 'open',
      attempted: true,
      attempt_count: 1,
      next_payment_attempt: failedAt + 3 * seconds.day,
      amount_remaining: 900,
      hosted_invoice_url: `http://localhost:3000/sandbox/invoice/${invoice}`,
    },
  });
  expect(rehearsal.types()).toEqual(expect.arrayContaining(['charge.failed', 'invoice.payment_failed']));
  for (const [tries, day] of [3, 5, 7].entries()) {
    passTo(rehearsal, failedAt + day * seconds.day);
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
      attempt_count: tries + 2,
      next_payment_attempt: failedAt + (day + 2) * seconds.day,
    });
  }
  passTo(rehearsal, failedAt + 9 * seconds.day);
  expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
    status: 'uncollectible',
    attempt_count: 5,
    next_payment_attempt: null,
  });
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
    ended_at: failedAt + 9 * seconds.day,
    cancellation_details: { reason: 'payment_failed' },
  });
  const charges = await stripe.charges.list({ limit: 100 });
  expect(charges.data.filter((charge) => charge.status === 'failed')).toHaveLength(5);
  await rehearsal.sandbox.close();
});

test('charges a new card on the next retry and activates the subscription again', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const { plan, subscription, invoice, failedAt } = await renewedWith(
    rehearsal,
    'pm_card_chargeCustomerFail',
  );
  await giveCard(stripe, plan.customer, 'pm_card_visa');
  passTo(rehearsal, failedAt + 3 * seconds.day);
  expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'paid', attempt_count: 2 });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  await rehearsal.sandbox.close();
});

test('pays an invoice by API: a decline answers 402, a good card activates the subscription', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const { plan, subscription, invoice } = await renewedWith(rehearsal, 'pm_card_chargeCustomerFail');
  expect(await failure(stripe.invoices.pay(invoice))).toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: { status: 'requires_payment_method' },
  });
  expect((await stripe.invoices.retrieve(invoice)).attempt_count).toBe(2);
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer: plan.customer });
  expect(await stripe.invoices.pay(invoice, { payment_method: card })).toMatchObject({
    status: 'paid',
    attempt_count: 3,
    next_payment_attempt: null,
  });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  expect(await failure(stripe.invoices.pay(invoice))).toMatchObject({
    code: undefined,
    message: 'Invoice is already paid',
  });
  await rehearsal.sandbox.close();
});

test('charges a stolen card only once over all retries', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const { subscription, invoice, failedAt } = await renewedWith(
    rehearsal,
    'pm_card_visa_chargeDeclinedStolenCard',
  );
  passTo(rehearsal, failedAt + 7 * seconds.day);
  expect((await stripe.invoices.retrieve(invoice)).attempt_count).toBe(4);
  const failed = (await stripe.charges.list({ limit: 100 })).data.filter(({ status }) => status === 'failed');
  expect(failed).toHaveLength(1);
  passTo(rehearsal, failedAt + 9 * seconds.day);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  await rehearsal.sandbox.close();
});

test('keeps a renewal waiting for 3-D Secure', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const { subscription, invoice } = await renewedWith(rehearsal, 'pm_card_authenticationRequired');
  expect(subscription.status).toBe('past_due');
  expect(rehearsal.types()).toEqual(
    expect.arrayContaining(['invoice.payment_failed', 'invoice.payment_action_required']),
  );
  const seen = await stripe.invoices.retrieve(invoice, {
    expand: ['payments.data.payment.payment_intent', 'confirmation_secret'],
  });
  expect(seen).toMatchObject({
    status: 'open',
    confirmation_secret: { type: 'payment_intent' },
    payments: { data: [{ status: 'open', payment: { payment_intent: { status: 'requires_action' } } }] },
  });
  expect(await failure(stripe.invoices.pay(invoice))).toMatchObject({
    statusCode: 402,
    code: 'invoice_payment_intent_requires_action',
  });
  await rehearsal.sandbox.close();
});

test('declines a card that has expired before the renewal', async () => {
  const rehearsal = openRehearsal();
  const { stripe, sandbox } = rehearsal;
  const made = await begin(stripe, await openPlan(rehearsal, 'pm_card_visa'));
  sandbox.clock.moveTo(new Date(Date.UTC(sandbox.now().getUTCFullYear() + 6, 1, 15)));
  const [last] = (await stripe.charges.list({ limit: 1 })).data;
  expect(last).toMatchObject({ status: 'failed', failure_code: 'expired_card' });
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('canceled');
  await sandbox.close();
});

test('never charges a voided invoice', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const { invoice, failedAt } = await renewedWith(rehearsal, 'pm_card_chargeCustomerFail');
  expect(await stripe.invoices.voidInvoice(invoice)).toMatchObject({
    status: 'void',
    next_payment_attempt: null,
  });
  passTo(rehearsal, failedAt + 4 * seconds.day);
  expect((await stripe.invoices.retrieve(invoice)).attempt_count).toBe(1);
  expect(await failure(stripe.invoices.pay(invoice))).toMatchObject({ statusCode: 400 });
  await rehearsal.sandbox.close();
});
