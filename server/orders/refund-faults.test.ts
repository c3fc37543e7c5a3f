import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { refunds } from '#server/db/schema-ledger.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import { moveClock, createSoldOrder, listStripeRefunds, type SoldOrder } from '#server/testing/sold-orders.ts';

import { resumeRefunds } from './resume-refunds.ts';

const CREATE_REFUND = /^POST \/v1\/refunds$/;
const LIST_REFUNDS = /^GET \/v1\/refunds$/;

async function createFaultyTestEnv() {
  const faultyStripe = createFaultyStripe();
  return { faultyStripe, soldOrder: await createSoldOrder({}, { wrapStripe: faultyStripe.wrapStripe }) };
}

const listRefundRows = ({ app }: SoldOrder) => app.context.db.select().from(refunds);
const listNotices = ({ app }: SoldOrder) =>
  app.context.db.select().from(outbox).where(eq(outbox.kind, 'refund_failed_notice'));

test.for([
  ['charge_already_refunded', undefined, 422, 'refund_above_rest', /already been refunded in full/],
  ['charge_disputed', undefined, 409, 'payment_disputed', /bank/],
  ['refund_disputed_payment', undefined, 409, 'payment_disputed', /bank/],
  ['charge_not_refundable', undefined, 402, 'refund_refused', /doesn’t allow a refund/],
  ['balance_insufficient', undefined, 402, 'refund_refused', /Your Stripe balance is too low/],
  ['', 'Insufficient funds in Stripe account.', 402, 'refund_refused', /Your Stripe balance is too low/],
  ['something_new', undefined, 402, 'refund_refused', /declined this refund/],
] as const)(
  'marks a refund that Stripe refuses (%s) as failed, explains it and blocks no later refund',
  async ([code, message, status, errorCode, expectedMessage]) => {
    const { faultyStripe, soldOrder } = await createFaultyTestEnv();
    faultyStripe.rejectOnce(CREATE_REFUND, code, message);
    const request = crypto.randomUUID();
    const answer = await soldOrder.refund({ request });
    expect(answer).toMatchObject({ status, body: { error: { code: errorCode } } });
    expect(answer.body.error?.message).toMatch(expectedMessage);
    expect(await listRefundRows(soldOrder)).toMatchObject([
      { state: 'failed', failureReason: expect.stringMatching(/./) as string },
    ]);
    const order = await soldOrder.detail();
    expect(order).toMatchObject({ state: 'paid', payments: [{ refundable: 2900 }] });
    expect(order.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['refund_failed']));
    // The same request gets the same error, and Stripe is not called again.
    expect(await soldOrder.refund({ request })).toMatchObject({
      status,
      body: { error: { code: errorCode } },
    });
    expect(await listStripeRefunds(soldOrder.app)).toEqual([]);
    expect((await soldOrder.refund()).status).toBe(200);
    expect(await listStripeRefunds(soldOrder.app)).toHaveLength(1);
  },
);

test('resumes other refunds although a disconnected account has a hundred older ones', async () => {
  const { faultyStripe, soldOrder } = await createFaultyTestEnv();
  const { db, mode, now } = soldOrder.app.context;
  faultyStripe.injectFault(CREATE_REFUND, 'time-out before', TRIES);
  await soldOrder.refund();
  const [refund] = await listRefundRows(soldOrder);
  if (!refund) throw new Error('There is no refund');
  const createdAt = new Date(refund.createdAt.getTime() - 60_000);
  await db.insert(providerAccounts).values({
    id: crypto.randomUUID(),
    sellerId: refund.sellerId,
    mode,
    generation: 99,
    accountId: 'acct_left',
    disconnectedAt: now(),
    createdAt,
  });
  await db.insert(refunds).values(
    Array.from({ length: 100 }, () => ({
      ...refund,
      id: crypto.randomUUID(),
      idempotencyKey: crypto.randomUUID(),
      accountId: 'acct_left',
      createdAt,
    })),
  );
  await moveClock(soldOrder.app, 5);
  await resumeRefunds(soldOrder.app.context);
  expect(await listStripeRefunds(soldOrder.app)).toHaveLength(1);
});

test('reports a disconnected account to its seller', async () => {
  const { soldOrder } = await createFaultyTestEnv();
  const { body } = await soldOrder.seller.rpc('get-connection', {});
  await soldOrder.app.request(`/sandbox/dashboard/${body.stripe_account_id}/disconnect`, { method: 'POST' });
  expect(await soldOrder.refund()).toMatchObject({
    status: 409,
    body: { error: { code: 'stripe_not_connected' } },
  });
});

test.for(['time-out before', 'time-out after', '500 after'] as const)(
  'keeps a refund without a response (%s) pending and completes it exactly once',
  async (fault) => {
    const { faultyStripe, soldOrder } = await createFaultyTestEnv();
    faultyStripe.injectFault(CREATE_REFUND, fault, TRIES);
    const { status, body } = await soldOrder.refund({ amount: 1000 });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      payments: [{ refundable: 1900 }],
      // The refund may exist at Stripe: then its event can arrive before this response.
      refunds: [
        {
          amount: 1000,
          state: fault === 'time-out before' ? 'asked' : expect.stringMatching(/^(asked|succeeded)$/),
        },
      ],
    });
    expect(await soldOrder.refund({ amount: 1901 })).toMatchObject({ status: 422 });
    await resumeRefunds(soldOrder.app.context);
    await moveClock(soldOrder.app, 0.1);
    await Promise.all([resumeRefunds(soldOrder.app.context), resumeRefunds(soldOrder.app.context)]);
    expect(await soldOrder.detail()).toMatchObject({
      state: 'partly_refunded',
      refunded: 1000,
      refunds: [{ amount: 1000, state: 'succeeded' }],
    });
    expect(await listStripeRefunds(soldOrder.app)).toMatchObject([{ amount: 1000 }]);
    expect(await listNotices(soldOrder)).toEqual([]);
  },
);

test('refuses to refund the whole rest twice while a refund is pending', async () => {
  const { faultyStripe, soldOrder } = await createFaultyTestEnv();
  faultyStripe.injectFault(CREATE_REFUND, 'time-out before', TRIES);
  expect((await soldOrder.refund()).status).toBe(200);
  expect(await soldOrder.refund()).toMatchObject({
    status: 409,
    body: { error: { code: 'refund_under_way' } },
  });
});

test('emails the seller about a refund that Stripe refuses later', async () => {
  const { faultyStripe, soldOrder } = await createFaultyTestEnv();
  faultyStripe.injectFault(CREATE_REFUND, 'time-out before', TRIES);
  await soldOrder.refund();
  faultyStripe.rejectOnce(CREATE_REFUND, 'balance_insufficient');
  await moveClock(soldOrder.app, 0.1);
  await resumeRefunds(soldOrder.app.context);
  expect(await listRefundRows(soldOrder)).toMatchObject([{ state: 'failed', failureReason: 'balance_insufficient' }]);
  expect(await listNotices(soldOrder)).toMatchObject([
    { recipient: soldOrder.seller.email, props: { number: 1, amount: 2900, reason: 'balance_insufficient' } },
  ]);
});

test.for([
  ['time-out before', 'failed', 0],
  ['time-out after', 'succeeded', 1],
] as const)(
  'looks for a refund after a day and never requests it again (%s: %s)',
  async ([fault, state, expectedCount]) => {
    const { faultyStripe, soldOrder } = await createFaultyTestEnv();
    faultyStripe.injectFault(CREATE_REFUND, fault, Number.POSITIVE_INFINITY);
    await soldOrder.refund();
    faultyStripe.injectFault(LIST_REFUNDS, 'time-out before', Number.POSITIVE_INFINITY);
    // Simulates that no Stripe event arrived.
    await soldOrder.app.context.db.update(refunds).set({ state: 'asked', refundId: null });
    await moveClock(soldOrder.app, 24.5);
    faultyStripe.clearFaults();
    const callsBefore = faultyStripe.calls.filter((call) => CREATE_REFUND.test(call)).length;
    await resumeRefunds(soldOrder.app.context);
    expect(faultyStripe.calls.filter((call) => CREATE_REFUND.test(call))).toHaveLength(callsBefore);
    expect(await listRefundRows(soldOrder)).toMatchObject([{ state }]);
    expect(await listStripeRefunds(soldOrder.app)).toHaveLength(expectedCount);
    expect(await listNotices(soldOrder)).toHaveLength(1 - expectedCount);
  },
);
