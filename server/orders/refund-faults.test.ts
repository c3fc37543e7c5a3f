import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { refunds } from '#server/db/schema-ledger.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';
import { moveClock, openSold, refundsAtProvider, type Sold } from '#server/testing-orders.ts';

import { resumeRefunds } from './resume-refunds.ts';

const MAKE = /^POST \/v1\/refunds$/;
const LIST = /^GET \/v1\/refunds$/;

async function openOnRoad() {
  const road = openRoad();
  return { road, sold: await openSold({}, { aroundProvider: road.aroundProvider }) };
}

const rows = ({ shop }: Sold) => shop.context.db.select().from(refunds);
const notices = ({ shop }: Sold) =>
  shop.context.db.select().from(outbox).where(eq(outbox.kind, 'refund_failed_notice'));

test.for([
  ['charge_already_refunded', undefined, 422, 'refund_above_rest', /given back already/],
  ['charge_disputed', undefined, 409, 'payment_disputed', /bank/],
  ['refund_disputed_payment', undefined, 409, 'payment_disputed', /bank/],
  ['charge_not_refundable', undefined, 402, 'refund_refused', /cannot be refunded/],
  ['balance_insufficient', undefined, 402, 'refund_refused', /balance at Stripe is too low/],
  ['', 'Insufficient funds in Stripe account.', 402, 'refund_refused', /balance at Stripe is too low/],
  ['something_new', undefined, 402, 'refund_refused', /did not make this refund/],
] as const)(
  'marks a refund that Stripe refuses (%s) as failed, explains it and blocks no later refund',
  async ([code, message, status, told, words]) => {
    const { road, sold } = await openOnRoad();
    road.refuse(MAKE, code, message);
    const request = crypto.randomUUID();
    const answer = await sold.refund({ request });
    expect(answer).toMatchObject({ status, body: { error: { code: told } } });
    expect(answer.body.error?.message).toMatch(words);
    expect(await rows(sold)).toMatchObject([
      { state: 'failed', failure: expect.stringMatching(/./) as string },
    ]);
    const order = await sold.detail();
    expect(order).toMatchObject({ state: 'paid', payments: [{ refundable: 2900 }] });
    expect(order.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['refund_failed']));
    // The same request gets the same error, and Stripe is not called again.
    expect(await sold.refund({ request })).toMatchObject({ status, body: { error: { code: told } } });
    expect(await refundsAtProvider(sold.shop)).toEqual([]);
    expect((await sold.refund()).status).toBe(200);
    expect(await refundsAtProvider(sold.shop)).toHaveLength(1);
  },
);

test('resumes other refunds although a disconnected account has a hundred older ones', async () => {
  const { road, sold } = await openOnRoad();
  const { db, mode, now } = sold.shop.context;
  road.break(MAKE, 'time-out before', TRIES);
  await sold.refund();
  const [refund] = await rows(sold);
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
      requestKey: crypto.randomUUID(),
      accountId: 'acct_left',
      createdAt,
    })),
  );
  await moveClock(sold.shop, 5);
  await resumeRefunds(sold.shop.context);
  expect(await refundsAtProvider(sold.shop)).toHaveLength(1);
});

test('reports a disconnected account to its seller', async () => {
  const { sold } = await openOnRoad();
  const { body } = await sold.seller.call('get-connection', {});
  await sold.shop.request(`/sandbox/dashboard/${body.stripe_account_id}/disconnect`, { method: 'POST' });
  expect(await sold.refund()).toMatchObject({
    status: 409,
    body: { error: { code: 'stripe_not_connected' } },
  });
});

test.for(['time-out before', 'time-out after', '500 after'] as const)(
  'keeps a refund without a response (%s) pending and completes it exactly once',
  async (fault) => {
    const { road, sold } = await openOnRoad();
    road.break(MAKE, fault, TRIES);
    const { status, body } = await sold.refund({ amount: 1000 });
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
    expect(await sold.refund({ amount: 1901 })).toMatchObject({ status: 422 });
    await resumeRefunds(sold.shop.context);
    await moveClock(sold.shop, 0.1);
    await Promise.all([resumeRefunds(sold.shop.context), resumeRefunds(sold.shop.context)]);
    expect(await sold.detail()).toMatchObject({
      state: 'partly_refunded',
      refunded: 1000,
      refunds: [{ amount: 1000, state: 'succeeded' }],
    });
    expect(await refundsAtProvider(sold.shop)).toMatchObject([{ amount: 1000 }]);
    expect(await notices(sold)).toEqual([]);
  },
);

test('refuses to refund the whole rest twice while a refund is pending', async () => {
  const { road, sold } = await openOnRoad();
  road.break(MAKE, 'time-out before', TRIES);
  expect((await sold.refund()).status).toBe(200);
  expect(await sold.refund()).toMatchObject({ status: 409, body: { error: { code: 'refund_under_way' } } });
});

test('emails the seller about a refund that Stripe refuses later', async () => {
  const { road, sold } = await openOnRoad();
  road.break(MAKE, 'time-out before', TRIES);
  await sold.refund();
  road.refuse(MAKE, 'balance_insufficient');
  await moveClock(sold.shop, 0.1);
  await resumeRefunds(sold.shop.context);
  expect(await rows(sold)).toMatchObject([{ state: 'failed', failure: 'balance_insufficient' }]);
  expect(await notices(sold)).toMatchObject([
    { recipient: sold.seller.email, props: { number: 1, amount: 2900, reason: 'balance_insufficient' } },
  ]);
});

test.for([
  ['time-out before', 'failed', 0],
  ['time-out after', 'succeeded', 1],
] as const)(
  'looks for a refund after a day and never requests it again (%s: %s)',
  async ([fault, state, made]) => {
    const { road, sold } = await openOnRoad();
    road.break(MAKE, fault, Number.POSITIVE_INFINITY);
    await sold.refund();
    road.break(LIST, 'time-out before', Number.POSITIVE_INFINITY);
    // Simulates that no Stripe event arrived.
    await sold.shop.context.db.update(refunds).set({ state: 'asked', refundId: null });
    await moveClock(sold.shop, 24.5);
    road.mend();
    const asked = road.calls.filter((call) => MAKE.test(call)).length;
    await resumeRefunds(sold.shop.context);
    expect(road.calls.filter((call) => MAKE.test(call))).toHaveLength(asked);
    expect(await rows(sold)).toMatchObject([{ state }]);
    expect(await refundsAtProvider(sold.shop)).toHaveLength(made);
    expect(await notices(sold)).toHaveLength(1 - made);
  },
);
