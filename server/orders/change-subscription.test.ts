import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { RpcContract } from '#domain/rpc-contract.ts';
import { orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import { buyPage, moveClock, createSoldOrder, type SoldOrder } from '#server/testing/sold-orders.ts';

const CLUB = { productName: 'Kiln Club', paymentType: 'subscription', price: '9' } as const;

const listSubscriptions = async ({ seller }: SoldOrder, body: RpcContract['list-buyer-subscriptions']['body'] = {}) =>
  (await seller.rpc('list-buyer-subscriptions', body)).body;

const errorResponse = (status: number, code: string) => ({ status, body: { error: { code } } });

/** Creates a seller with one subscription that was bought. */
async function createSubscription(
  options: Parameters<typeof createSoldOrder>[1] = {},
  fields: Record<string, string> = {},
) {
  const soldOrder = await createSoldOrder(CLUB, options, fields);
  const subscriptionId = (await listSubscriptions(soldOrder)).subscriptions[0]?.id ?? '';
  const cancel = (now: boolean) => soldOrder.seller.rpc('cancel-buyer-subscription', { subscriptionId, now });
  const resume = () => soldOrder.seller.rpc('resume-buyer-subscription', { subscriptionId });
  const listEvents = async () => (await soldOrder.detail()).events.map(({ kind, facts }) => [kind, facts.by]);
  return { soldOrder, subscriptionId, cancel, resume, listEvents };
}

test('lists a subscription with its order, next date and revenue', async () => {
  const { soldOrder } = await createSubscription();
  const { subscriptions, ...rest } = await listSubscriptions(soldOrder);
  expect(rest).toEqual({ page: 1, pages: 1, count: 1, any: true });
  expect(subscriptions).toMatchObject([
    {
      orderId: soldOrder.orderId,
      orderNumber: 1,
      state: 'active',
      email: 'buyer@example.com',
      buyerName: 'A Buyer',
      productName: 'Kiln Club',
      currency: 'USD',
      amount: 900,
      billing: 'monthly',
      cancelAt: null,
      failed: null,
      payments: 1,
      net: 900,
    },
  ]);
  await moveClock(soldOrder.app, 32 * 24);
  await soldOrder.refund({ amount: 250 });
  expect((await listSubscriptions(soldOrder)).subscriptions).toMatchObject([{ payments: 2, net: 1550 }]);
  expect((await soldOrder.detail()).subscription).toEqual((await listSubscriptions(soldOrder)).subscriptions[0]);
});

test('cancels at the end of the period and can undo that', async () => {
  const { soldOrder, cancel, resume, listEvents } = await createSubscription();
  const { status, body } = await cancel(false);
  expect(status).toBe(200);
  expect(body.subscription).toMatchObject({ state: 'ending', cancelAt: body.subscription.periodEnd });
  expect((await cancel(false)).body.subscription).toEqual(body.subscription);
  expect((await resume()).body.subscription).toMatchObject({ state: 'active', cancelAt: null });
  expect((await resume()).status).toBe(200);
  await moveClock(soldOrder.app, 1);
  expect((await cancel(false)).body.subscription.state).toBe('ending');
  await soldOrder.app.waitUntilIdle();
  const cancellationEvents = (await listEvents()).filter(([kind]) => /cancel/.test(kind ?? ''));
  expect(cancellationEvents).toEqual([
    ['cancellation_set', 'seller'],
    ['cancellation_undone', 'seller'],
    ['cancellation_set', 'seller'],
  ]);
  await moveClock(soldOrder.app, 32 * 24);
  expect((await listSubscriptions(soldOrder)).subscriptions).toMatchObject([{ state: 'ended', payments: 1 }]);
  expect(await resume()).toMatchObject(errorResponse(409, 'subscription_over'));
  expect(await cancel(false)).toMatchObject(errorResponse(409, 'subscription_over'));
});

test('cancels at once without a refund', async () => {
  const { soldOrder, cancel, resume, listEvents } = await createSubscription();
  const { body } = await cancel(true);
  expect(body.subscription).toMatchObject({ state: 'ended', payments: 1, net: 900 });
  expect(body.subscription.endedAt).not.toBeNull();
  expect(await listEvents()).toContainEqual(['subscription_ended', 'seller']);
  expect(await resume()).toMatchObject(errorResponse(409, 'subscription_over'));
  expect((await soldOrder.detail()).refunded).toBe(0);
});

/** Submits an action on the newest subscription in the seller's Stripe dashboard. */
async function submitOnDashboard({ app, seller }: SoldOrder, action: 'cancel' | 'fail'): Promise<void> {
  const account = (await seller.rpc('get-connection', {})).body.stripe_account_id ?? '';
  const [{ subscriptionId } = { subscriptionId: '' }] = await app.context.db.select().from(orders);
  const { status } = await app.request(`/sandbox/dashboard/${account}/subscriptions/${subscriptionId}`, {
    method: 'POST',
    body: new URLSearchParams({ act: action }),
  });
  if (status !== 303) throw new Error(`The dashboard answered ${status}`);
}

const GET_SUBSCRIPTION = /^GET \/v1\/subscriptions\//;
test('emails a buyer who knew the end date only when the subscription ends earlier', async () => {
  const endedEarly = await createSubscription();
  await endedEarly.cancel(false);
  await endedEarly.cancel(true);
  expect(await listEndMails(endedEarly.soldOrder)).toEqual(['set', 'over']);
  const onTime = await createSubscription();
  await onTime.cancel(false);
  await moveClock(onTime.soldOrder.app, 32 * 24);
  expect((await listSubscriptions(onTime.soldOrder)).subscriptions).toMatchObject([{ state: 'ended' }]);
  expect(await listEndMails(onTime.soldOrder)).toEqual(['set']);
});

const listEndMails = async ({ app }: SoldOrder): Promise<string[]> => {
  const mails = await app.context.db.select().from(outbox).where(eq(outbox.kind, 'subscription_ends'));
  return mails.map(({ props }) => (props.endsAt ? 'set' : 'over')).toSorted((one) => (one === 'set' ? -1 : 1));
};

const UPDATE_SUBSCRIPTION = /^POST \/v1\/subscriptions\//;
const CANCEL_SUBSCRIPTION = /^DELETE \/v1\/subscriptions\//;

test.for([true, false])('accepts a subscription that ends while its seller cancels it (now: %s)', async (now) => {
  const faultyStripe = createFaultyStripe();
  const { soldOrder, subscriptionId, cancel } = await createSubscription({
    wrapStripe: faultyStripe.wrapStripe,
  });
  faultyStripe.delayOnce(GET_SUBSCRIPTION, () => submitOnDashboard(soldOrder, 'cancel'));
  expect(await cancel(now)).toMatchObject({
    status: 200,
    body: { subscription: { id: subscriptionId, state: 'ended' } },
  });
});

test('refuses to resume a subscription that ends meanwhile', async () => {
  const faultyStripe = createFaultyStripe();
  const { soldOrder, cancel, resume } = await createSubscription({ wrapStripe: faultyStripe.wrapStripe });
  await cancel(false);
  await soldOrder.app.waitUntilIdle();
  faultyStripe.delayOnce(GET_SUBSCRIPTION, () => submitOnDashboard(soldOrder, 'cancel'));
  expect(await resume()).toMatchObject(errorResponse(409, 'subscription_over'));
  expect((await listSubscriptions(soldOrder)).subscriptions).toMatchObject([{ state: 'ended' }]);
});

test.for([
  ['time-out before', UPDATE_SUBSCRIPTION, false, 'active'],
  ['time-out after', UPDATE_SUBSCRIPTION, false, 'ending'],
  ['time-out after', CANCEL_SUBSCRIPTION, true, 'ended'],
] as const)(
  'reports a timeout of Stripe (%s, now: %s) and updates the ledger to what Stripe did',
  async ([fault, requestPattern, now, state]) => {
    const faultyStripe = createFaultyStripe();
    const { soldOrder, cancel } = await createSubscription({ wrapStripe: faultyStripe.wrapStripe });
    faultyStripe.injectFault(requestPattern, fault, TRIES);
    expect(await cancel(now)).toMatchObject(errorResponse(503, 'provider_unavailable'));
    await soldOrder.app.waitUntilIdle();
    expect((await listSubscriptions(soldOrder)).subscriptions).toMatchObject([{ state }]);
  },
);

test('reports a disconnected account to its seller', async () => {
  const { soldOrder, cancel } = await createSubscription();
  const { body } = await soldOrder.seller.rpc('get-connection', {});
  await soldOrder.app.request(`/sandbox/dashboard/${body.stripe_account_id}/disconnect`, { method: 'POST' });
  expect(await cancel(true)).toMatchObject(errorResponse(409, 'stripe_not_connected'));
});

test('searches by beginnings of words and filters by state', async () => {
  const { soldOrder, cancel } = await createSubscription({}, { name: 'Zoë O’Neil', email: 'zoe@atelier.example' });
  await buyPage(soldOrder.app, 'taller', { name: '=cmd() <b>', email: 'other@example.com' });
  const findEmails = async (body: RpcContract['list-buyer-subscriptions']['body']) =>
    (await listSubscriptions(soldOrder, body)).subscriptions.map(({ email }) => email);
  expect(await findEmails({ search: 'zo ate' })).toEqual(['zoe@atelier.example']);
  expect(await findEmails({ search: '=CMD' })).toEqual(['other@example.com']);
  expect(await findEmails({ search: "x' | 'zoe" })).toEqual([]);
  expect(await findEmails({ search: '  ' })).toHaveLength(2);
  await cancel(false);
  expect(await findEmails({ state: 'ending' })).toEqual(['zoe@atelier.example']);
  expect(await findEmails({ state: 'active' })).toEqual(['other@example.com']);
  expect(await listSubscriptions(soldOrder, { state: 'overdue' })).toMatchObject({
    subscriptions: [],
    count: 0,
    any: true,
  });
  const otherSeller = await soldOrder.app.signUpSeller();
  expect((await otherSeller.rpc('list-buyer-subscriptions', {})).body).toMatchObject({
    count: 0,
    any: false,
  });
});

test('lists a failed renewal with the time of the next try', async () => {
  const { soldOrder } = await createSubscription();
  await submitOnDashboard(soldOrder, 'fail');
  await moveClock(soldOrder.app, 32 * 24);
  const [overdue] = (await listSubscriptions(soldOrder, { state: 'overdue' })).subscriptions;
  expect(overdue).toMatchObject({ state: 'overdue', payments: 1 });
  expect(overdue?.failed?.nextTryAt).not.toBeNull();
  expect(overdue?.failed?.payUrl).toContain('http');
});
