import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { Calls } from '#domain/calls.ts';

import { outbox } from '#server/db/schema-mail.ts';
import { orders } from '#server/db/schema-money.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';
import { buy, moveClock, openSold, type Sold } from '#server/testing-orders.ts';

const CLUB = { productName: 'Kiln Club', paymentType: 'subscription', price: '9' } as const;

const list = async ({ seller }: Sold, body: Calls['list-buyer-subscriptions']['body'] = {}) =>
  (await seller.call('list-buyer-subscriptions', body)).body;

const refusal = (status: number, code: string) => ({ status, body: { error: { code } } });

/** Creates a seller with one subscription that was bought. */
async function openClub(parts: Parameters<typeof openSold>[1] = {}, typed: Record<string, string> = {}) {
  const sold = await openSold(CLUB, parts, typed);
  const subscriptionId = (await list(sold)).subscriptions[0]?.id ?? '';
  const cancel = (now: boolean) => sold.seller.call('cancel-buyer-subscription', { subscriptionId, now });
  const resume = () => sold.seller.call('resume-buyer-subscription', { subscriptionId });
  const told = async () => (await sold.detail()).events.map(({ kind, facts }) => [kind, facts.by]);
  return { sold, subscriptionId, cancel, resume, told };
}

test('lists a subscription with its order, next date and revenue', async () => {
  const { sold } = await openClub();
  const { subscriptions, ...rest } = await list(sold);
  expect(rest).toEqual({ page: 1, pages: 1, count: 1, any: true });
  expect(subscriptions).toMatchObject([
    {
      orderId: sold.orderId,
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
  await moveClock(sold.shop, 32 * 24);
  await sold.refund({ amount: 250 });
  expect((await list(sold)).subscriptions).toMatchObject([{ payments: 2, net: 1550 }]);
  expect((await sold.detail()).subscription).toEqual((await list(sold)).subscriptions[0]);
});

test('cancels at the end of the period and can undo that', async () => {
  const { sold, cancel, resume, told } = await openClub();
  const { status, body } = await cancel(false);
  expect(status).toBe(200);
  expect(body.subscription).toMatchObject({ state: 'ending', cancelAt: body.subscription.periodEnd });
  expect((await cancel(false)).body.subscription).toEqual(body.subscription);
  expect((await resume()).body.subscription).toMatchObject({ state: 'active', cancelAt: null });
  expect((await resume()).status).toBe(200);
  await moveClock(sold.shop, 1);
  expect((await cancel(false)).body.subscription.state).toBe('ending');
  await sold.shop.settled();
  const ends = (await told()).filter(([kind]) => /cancel/.test(kind ?? ''));
  expect(ends).toEqual([
    ['cancellation_set', 'seller'],
    ['cancellation_undone', 'seller'],
    ['cancellation_set', 'seller'],
  ]);
  await moveClock(sold.shop, 32 * 24);
  expect((await list(sold)).subscriptions).toMatchObject([{ state: 'ended', payments: 1 }]);
  expect(await resume()).toMatchObject(refusal(409, 'subscription_over'));
  expect(await cancel(false)).toMatchObject(refusal(409, 'subscription_over'));
});

test('cancels at once without a refund', async () => {
  const { sold, cancel, resume, told } = await openClub();
  const { body } = await cancel(true);
  expect(body.subscription).toMatchObject({ state: 'ended', payments: 1, net: 900 });
  expect(body.subscription.endedAt).not.toBeNull();
  expect(await told()).toContainEqual(['subscription_ended', 'seller']);
  expect(await resume()).toMatchObject(refusal(409, 'subscription_over'));
  expect((await sold.detail()).refunded).toBe(0);
});

/** Submits an action on the newest subscription in the seller's Stripe dashboard. */
async function onDashboard({ shop, seller }: Sold, act: 'cancel' | 'fail'): Promise<void> {
  const account = (await seller.call('get-connection', {})).body.stripe_account_id ?? '';
  const [{ subscriptionId } = { subscriptionId: '' }] = await shop.context.db.select().from(orders);
  const { status } = await shop.request(`/sandbox/dashboard/${account}/subscriptions/${subscriptionId}`, {
    method: 'POST',
    body: new URLSearchParams({ act }),
  });
  if (status !== 303) throw new Error(`The dashboard answered ${status}`);
}

const LOOK = /^GET \/v1\/subscriptions\//;
test('emails a buyer who knew the end date only when the subscription ends earlier', async () => {
  const early = await openClub();
  await early.cancel(false);
  await early.cancel(true);
  expect(await endMails(early.sold)).toEqual(['set', 'over']);
  const onTime = await openClub();
  await onTime.cancel(false);
  await moveClock(onTime.sold.shop, 32 * 24);
  expect((await list(onTime.sold)).subscriptions).toMatchObject([{ state: 'ended' }]);
  expect(await endMails(onTime.sold)).toEqual(['set']);
});

const endMails = async ({ shop }: Sold): Promise<string[]> => {
  const mails = await shop.context.db.select().from(outbox).where(eq(outbox.kind, 'subscription_ends'));
  return mails
    .map(({ props }) => (props.endsAt ? 'set' : 'over'))
    .toSorted((one) => (one === 'set' ? -1 : 1));
};

const UPDATE = /^POST \/v1\/subscriptions\//;
const END = /^DELETE \/v1\/subscriptions\//;

test.for([true, false])(
  'accepts a subscription that ends while its seller cancels it (now: %s)',
  async (now) => {
    const road = openRoad();
    const { sold, subscriptionId, cancel } = await openClub({ aroundProvider: road.aroundProvider });
    road.hold(LOOK, () => onDashboard(sold, 'cancel'));
    expect(await cancel(now)).toMatchObject({
      status: 200,
      body: { subscription: { id: subscriptionId, state: 'ended' } },
    });
  },
);

test('refuses to resume a subscription that ends meanwhile', async () => {
  const road = openRoad();
  const { sold, cancel, resume } = await openClub({ aroundProvider: road.aroundProvider });
  await cancel(false);
  await sold.shop.settled();
  road.hold(LOOK, () => onDashboard(sold, 'cancel'));
  expect(await resume()).toMatchObject(refusal(409, 'subscription_over'));
  expect((await list(sold)).subscriptions).toMatchObject([{ state: 'ended' }]);
});

test.for([
  ['time-out before', UPDATE, false, 'active'],
  ['time-out after', UPDATE, false, 'ending'],
  ['time-out after', END, true, 'ended'],
] as const)(
  'reports a timeout of Stripe (%s, now: %s) and updates the ledger to what Stripe did',
  async ([fault, call, now, state]) => {
    const road = openRoad();
    const { sold, cancel } = await openClub({ aroundProvider: road.aroundProvider });
    road.break(call, fault, TRIES);
    expect(await cancel(now)).toMatchObject(refusal(503, 'provider_unavailable'));
    await sold.shop.settled();
    expect((await list(sold)).subscriptions).toMatchObject([{ state }]);
  },
);

test('reports a disconnected account to its seller', async () => {
  const { sold, cancel } = await openClub();
  const { body } = await sold.seller.call('get-connection', {});
  await sold.shop.request(`/sandbox/dashboard/${body.stripe_account_id}/disconnect`, { method: 'POST' });
  expect(await cancel(true)).toMatchObject(refusal(409, 'stripe_not_connected'));
});

test('searches by beginnings of words and filters by state', async () => {
  const { sold, cancel } = await openClub({}, { name: 'Zoë O’Neil', email: 'zoe@atelier.example' });
  await buy(sold.shop, 'taller', { name: '=cmd() <b>', email: 'other@example.com' });
  const found = async (body: Calls['list-buyer-subscriptions']['body']) =>
    (await list(sold, body)).subscriptions.map(({ email }) => email);
  expect(await found({ search: 'zo ate' })).toEqual(['zoe@atelier.example']);
  expect(await found({ search: '=CMD' })).toEqual(['other@example.com']);
  expect(await found({ search: "x' | 'zoe" })).toEqual([]);
  expect(await found({ search: '  ' })).toHaveLength(2);
  await cancel(false);
  expect(await found({ state: 'ending' })).toEqual(['zoe@atelier.example']);
  expect(await found({ state: 'active' })).toEqual(['other@example.com']);
  expect(await list(sold, { state: 'overdue' })).toMatchObject({ subscriptions: [], count: 0, any: true });
  const other = await sold.shop.seller();
  expect((await other.call('list-buyer-subscriptions', {})).body).toMatchObject({ count: 0, any: false });
});

test('lists a failed renewal with the time of the next try', async () => {
  const { sold } = await openClub();
  await onDashboard(sold, 'fail');
  await moveClock(sold.shop, 32 * 24);
  const [overdue] = (await list(sold, { state: 'overdue' })).subscriptions;
  expect(overdue).toMatchObject({ state: 'overdue', payments: 1 });
  expect(overdue?.failed?.nextTryAt).not.toBeNull();
  expect(overdue?.failed?.payUrl).toContain('http');
});
