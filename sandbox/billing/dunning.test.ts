import { expect, test } from 'vitest';

import { getError, openFixture, type SandboxFixture } from '../testing/sandbox-fixture.ts';
import {
  subscribe,
  periodEndOf,
  setDefaultCard,
  createPlan,
  advanceClockTo,
  SECONDS,
} from '../testing/subscription-fixture.ts';

/** Opens an active subscription whose renewal has just been charged to `card`. */
const openRenewed = async (fixture: SandboxFixture, card: string) => {
  const { stripe } = fixture;
  const plan = await createPlan(fixture, 'pm_card_visa');
  const created = await subscribe(stripe, plan);
  await setDefaultCard(stripe, plan.customer, card);
  await fixture.sandbox.waitForDeliveries();
  fixture.received.length = 0;
  const failedAt = periodEndOf(created) + SECONDS.hour;
  advanceClockTo(fixture, failedAt);
  await fixture.sandbox.waitForDeliveries();
  const subscription = await stripe.subscriptions.retrieve(created.id, { expand: ['latest_invoice'] });
  return {
    plan,
    subscription,
    invoice: String((await stripe.invoices.list({ limit: 1 })).data[0]?.id),
    failedAt,
  };
};

test('marks a subscription past_due after a declined renewal and retries on days 3, 5, 7 and 9', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const { subscription, invoice, failedAt } = await openRenewed(fixture, 'pm_card_chargeCustomerFail');
  expect(subscription).toMatchObject({
    status: 'past_due',
    latest_invoice: {
      status: 'open',
      attempted: true,
      attempt_count: 1,
      next_payment_attempt: failedAt + 3 * SECONDS.day,
      amount_remaining: 900,
      hosted_invoice_url: `http://localhost:3000/sandbox/invoice/${invoice}`,
    },
  });
  expect(fixture.eventTypes()).toEqual(expect.arrayContaining(['charge.failed', 'invoice.payment_failed']));
  for (const [tries, day] of [3, 5, 7].entries()) {
    advanceClockTo(fixture, failedAt + day * SECONDS.day);
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
      attempt_count: tries + 2,
      next_payment_attempt: failedAt + (day + 2) * SECONDS.day,
    });
  }
  advanceClockTo(fixture, failedAt + 9 * SECONDS.day);
  expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
    status: 'uncollectible',
    attempt_count: 5,
    next_payment_attempt: null,
  });
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
    ended_at: failedAt + 9 * SECONDS.day,
    cancellation_details: { reason: 'payment_failed' },
  });
  const charges = await stripe.charges.list({ limit: 100 });
  expect(charges.data.filter((charge) => charge.status === 'failed')).toHaveLength(5);
  await fixture.sandbox.close();
});

test('charges a new card on the next retry and activates the subscription again', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const { plan, subscription, invoice, failedAt } = await openRenewed(fixture, 'pm_card_chargeCustomerFail');
  await setDefaultCard(stripe, plan.customer, 'pm_card_visa');
  advanceClockTo(fixture, failedAt + 3 * SECONDS.day);
  expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'paid', attempt_count: 2 });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  await fixture.sandbox.close();
});

test('pays an invoice by API: a decline answers 402, a good card activates the subscription', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const { plan, subscription, invoice } = await openRenewed(fixture, 'pm_card_chargeCustomerFail');
  expect(await getError(stripe.invoices.pay(invoice))).toMatchObject({
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
  expect(await getError(stripe.invoices.pay(invoice))).toMatchObject({
    code: undefined,
    message: 'Invoice is already paid',
  });
  await fixture.sandbox.close();
});

test('charges a stolen card only once over all retries', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const { subscription, invoice, failedAt } = await openRenewed(fixture, 'pm_card_visa_chargeDeclinedStolenCard');
  advanceClockTo(fixture, failedAt + 7 * SECONDS.day);
  expect((await stripe.invoices.retrieve(invoice)).attempt_count).toBe(4);
  const failedCharges = (await stripe.charges.list({ limit: 100 })).data.filter(({ status }) => status === 'failed');
  expect(failedCharges).toHaveLength(1);
  advanceClockTo(fixture, failedAt + 9 * SECONDS.day);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  await fixture.sandbox.close();
});

test('keeps a renewal waiting for 3D Secure', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const { subscription, invoice } = await openRenewed(fixture, 'pm_card_authenticationRequired');
  expect(subscription.status).toBe('past_due');
  expect(fixture.eventTypes()).toEqual(
    expect.arrayContaining(['invoice.payment_failed', 'invoice.payment_action_required']),
  );
  const retrieved = await stripe.invoices.retrieve(invoice, {
    expand: ['payments.data.payment.payment_intent', 'confirmation_secret'],
  });
  expect(retrieved).toMatchObject({
    status: 'open',
    confirmation_secret: { type: 'payment_intent' },
    payments: { data: [{ status: 'open', payment: { payment_intent: { status: 'requires_action' } } }] },
  });
  expect(await getError(stripe.invoices.pay(invoice))).toMatchObject({
    statusCode: 402,
    code: 'invoice_payment_intent_requires_action',
  });
  await fixture.sandbox.close();
});

test('declines a card that has expired before the renewal', async () => {
  const fixture = openFixture();
  const { stripe, sandbox } = fixture;
  const created = await subscribe(stripe, await createPlan(fixture, 'pm_card_visa'));
  sandbox.clock.moveTo(new Date(Date.UTC(sandbox.now().getUTCFullYear() + 6, 1, 15)));
  const [lastCharge] = (await stripe.charges.list({ limit: 1 })).data;
  expect(lastCharge).toMatchObject({ status: 'failed', failure_code: 'expired_card' });
  expect((await stripe.subscriptions.retrieve(created.id)).status).toBe('canceled');
  await sandbox.close();
});

test('never charges a voided invoice', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const { invoice, failedAt } = await openRenewed(fixture, 'pm_card_chargeCustomerFail');
  expect(await stripe.invoices.voidInvoice(invoice)).toMatchObject({
    status: 'void',
    next_payment_attempt: null,
  });
  advanceClockTo(fixture, failedAt + 4 * SECONDS.day);
  expect((await stripe.invoices.retrieve(invoice)).attempt_count).toBe(1);
  expect(await getError(stripe.invoices.pay(invoice))).toMatchObject({ statusCode: 400 });
  await fixture.sandbox.close();
});
