import { expect, test } from 'vitest';

import { buyerSubscriptions, orderEvents } from '#server/db/schema-ledger.ts';
import { idOf } from '#server/ledger/truth.ts';
import { passDays } from '#server/testing-plans.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';

import { BO, buy, letIn, openBuyers, type OpenBuyers } from './testing-buyers.ts';

const HOUR = 3_600_000;

/** Bo has a monthly subscription and is signed in. */
async function openSubscribed(options: Parameters<typeof openBuyers>[0] = {}) {
  const opened = await openBuyers(options);
  const orderId = await buy(opened.shop, opened.seller, BO, { paymentType: 'subscription', price: '9' });
  const bo = await letIn(opened);
  const id = await subscriptionIdOf(bo.buyer);
  return { ...opened, ...bo, orderId, id };
}

type Buyer = Awaited<ReturnType<typeof letIn>>['buyer'];

const subscriptionsOf = async (buyer: Buyer) =>
  (await buyer.listPurchases(1)).sellers.flatMap(({ purchases }) =>
    purchases.flatMap(({ subscription }) => subscription ?? []),
  );

const subscriptionIdOf = async (buyer: Buyer): Promise<string> => {
  const [subscription] = await subscriptionsOf(buyer);
  if (!subscription) throw new Error('There is no subscription');
  return subscription.id;
};

const atProvider = async ({ shop }: Pick<OpenBuyers, 'shop'>) => {
  const [row] = await shop.context.db.select().from(buyerSubscriptions);
  return shop.context.sellerStripe(row?.accountId ?? '').subscriptions.retrieve(row?.subscriptionId ?? '');
};

const eventsOf = async ({ shop }: Pick<OpenBuyers, 'shop'>) =>
  (await shop.context.db.select().from(orderEvents)).map(({ kind }) => kind);

test('a purchase shows its subscription: amount, interval and next payment', async () => {
  const { buyer, orderId, shop } = await openSubscribed();
  const { sellers } = await buyer.listPurchases(1);
  const ends = new Date(((await atProvider({ shop })).items.data[0]?.current_period_end ?? 0) * 1000);
  expect(sellers).toMatchObject([
    {
      purchases: [
        {
          id: orderId,
          billing: 'monthly',
          subscription: {
            state: 'active',
            amount: 900,
            currency: 'USD',
            billing: 'monthly',
            periodEnd: ends.toISOString(),
            failed: null,
          },
        },
      ],
    },
  ]);
});

test('a buyer cancels at the end of the paid period and resumes', async () => {
  const opened = await openSubscribed();
  const { buyer, id, shop } = opened;
  expect(await buyer.cancel(id)).toBeNull();
  expect((await atProvider(opened)).cancel_at_period_end).toBe(true);
  const [ending] = await subscriptionsOf(buyer);
  expect(ending).toMatchObject({ state: 'ending', cancelAt: ending?.periodEnd });
  expect(await buyer.resume(id)).toBeNull();
  expect((await atProvider(opened)).cancel_at_period_end).toBe(false);
  expect(await subscriptionsOf(buyer)).toMatchObject([{ state: 'active', cancelAt: null }]);
  await shop.settled();
  const events = await eventsOf(opened);
  expect(events.filter((kind) => kind === 'cancellation_set')).toHaveLength(1);
  expect(events.filter((kind) => kind === 'cancellation_undone')).toHaveLength(1);
});

test('ten concurrent requests cause one cancellation', async () => {
  const opened = await openSubscribed();
  const { buyer, id } = opened;
  const presses = await Promise.all(Array.from({ length: 10 }, () => buyer.cancel(id)));
  expect(presses).toEqual(Array.from({ length: 10 }, () => null));
  await opened.shop.settled();
  expect((await eventsOf(opened)).filter((kind) => kind === 'cancellation_set')).toHaveLength(1);
});

test('cancels an overdue subscription at once', async () => {
  const opened = await openSubscribed();
  const { buyer, id, shop } = opened;
  await shop.context.db.update(buyerSubscriptions).set({ status: 'past_due' });
  expect(await subscriptionsOf(buyer)).toMatchObject([{ state: 'overdue' }]);
  expect(await buyer.cancel(id)).toBeNull();
  expect((await atProvider(opened)).status).toBe('canceled');
  expect(await subscriptionsOf(buyer)).toMatchObject([{ state: 'ended', failed: null }]);
  for (const act of [buyer.cancel, buyer.resume])
    expect(await act(id)).toMatchObject({ status: 409, refused: { code: 'subscription_over' } });
});

test("another buyer's subscription cannot be viewed, canceled or charged to another card", async () => {
  const opened = await openSubscribed();
  await buy(opened.shop, opened.seller, 'al@example.com');
  const al = await letIn(opened, 'al@example.com');
  for (const id of [opened.id, opened.orderId, crypto.randomUUID(), '', "' or 1=1 --"]) {
    expect(await al.buyer.findSubscription(id)).toBeNull();
    for (const act of [al.buyer.cancel, al.buyer.resume, al.buyer.cardUrl, al.buyer.keepCard])
      expect(await act(id)).toMatchObject({ status: 404, refused: { code: 'not_found' } });
  }
  expect(await subscriptionsOf(opened.buyer)).toMatchObject([{ state: 'active' }]);
});

test('reports a provider that does not respond, and changes nothing', async () => {
  const road = openRoad();
  const { buyer, id } = await openSubscribed({ aroundProvider: road.aroundProvider });
  road.break(/^POST \/v1\/subscriptions\//, '429', TRIES);
  expect(await buyer.cancel(id)).toMatchObject({ status: 503, refused: { code: 'provider_unavailable' } });
  expect(await subscriptionsOf(buyer)).toMatchObject([{ state: 'active' }]);
  expect(await buyer.cancel(id)).toBeNull();
});

test("the card is changed on the provider's page, with one configuration per account", async () => {
  const road = openRoad();
  const { buyer, id, shop } = await openSubscribed({ aroundProvider: road.aroundProvider });
  const leads = await Promise.all([buyer.cardUrl(id), buyer.cardUrl(id)]);
  for (const lead of [...leads, await buyer.cardUrl(id)])
    expect(lead).toEqual({ url: expect.stringMatching(/\/sandbox\/portal\//) });
  const [row] = await shop.context.db.select().from(buyerSubscriptions);
  const made = await shop.context
    .sellerStripe(row?.accountId ?? '')
    .portal.configurations({ active: true, limit: 100 });
  expect(made.data).toMatchObject([
    {
      metadata: { purpose: 'buyers-cards' },
      features: { payment_method_update: { enabled: true }, subscription_cancel: { enabled: false } },
    },
  ]);
});

test('a subscription with another card is charged to the one that its buyer saved', async () => {
  const opened = await openSubscribed();
  const { buyer, id, shop } = opened;
  const first = (await atProvider(opened)).default_payment_method;
  const lead = await buyer.cardUrl(id);
  const portal = 'url' in lead ? new URL(lead.url).pathname : '';
  const card = new URLSearchParams({
    action: 'save',
    number: '5555 5555 5555 4444',
    expiry: '12 / 40',
    cvc: '123',
    name: 'Bo Buyer',
    country: 'US',
    postcode: '10001',
  });
  const answer = await shop.request(`${portal}/card`, { method: 'POST', body: card });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `http://localhost:3000/purchases/subscriptions/${id}/card?kept`,
  ]);
  const second = (await atProvider(opened)).default_payment_method;
  expect(second).not.toBe(first);
  // Stripe may leave the subscription with its original card.
  const [row] = await shop.context.db.select().from(buyerSubscriptions);
  const { subscriptions } = shop.context.sellerStripe(row?.accountId ?? '');
  await subscriptions.update(row?.subscriptionId ?? '', { default_payment_method: idOf(first) ?? '' });
  for (let times = 0; times < 2; times++) {
    expect(await buyer.keepCard(id)).toBeNull();
    expect((await atProvider(opened)).default_payment_method).toBe(second);
  }
});

test('reports when the provider refuses to open the card page', async () => {
  const road = openRoad();
  const { buyer, id } = await openSubscribed({ aroundProvider: road.aroundProvider });
  road.break(/^POST \/v1\/billing_portal\/sessions/, '429', 3);
  expect(await buyer.cardUrl(id)).toMatchObject({ status: 503, refused: { title: 'Card not changed' } });
});

test('rate limits actions and not reads', async () => {
  const { buyer, id, shop } = await openSubscribed({ env: { RATE_LIMITS: 'live' } });
  shop.advance(HOUR - (Date.now() % HOUR) + 1000);
  for (let times = 0; times < 30; times++) await buyer.download();
  expect(await buyer.download()).toMatchObject({ status: 429 });
  expect(await buyer.cancel(id)).toMatchObject({
    status: 429,
    refused: { code: 'rate_limited', retryAfter: expect.any(Number) as number },
  });
  expect(await subscriptionsOf(buyer)).toHaveLength(1);
});

test('a failed renewal shows where to pay, and no longer once it is paid', async () => {
  const opened = await openSubscribed();
  const { buyer, shop } = opened;
  const [row] = await shop.context.db.select().from(buyerSubscriptions);
  const act = async (name: 'fail' | 'succeed') => {
    const path = `/sandbox/dashboard/${row?.accountId}/subscriptions/${row?.subscriptionId}`;
    await shop.request(path, { method: 'POST', body: new URLSearchParams({ act: name }) });
    await shop.settled();
  };
  await act('fail');
  await passDays(shop, 32);
  const [overdue] = await subscriptionsOf(buyer);
  expect(overdue).toMatchObject({
    state: 'overdue',
    failed: { payUrl: expect.stringContaining('/sandbox/invoice/'), nextTryAt: expect.any(String) },
  });
  await act('succeed');
  await passDays(shop, 5);
  expect(await subscriptionsOf(buyer)).toMatchObject([{ state: 'active', failed: null }]);
});
