import { expect, test } from 'vitest';

import { updateLedger } from '#server/ledger/update-ledger.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { buyPage, createSoldOrder, moveClock, type SoldOrder } from '#server/testing/sold-orders.ts';

type Row = { id: string; customerId: string | null; updatedAt: string; page?: { id: string } | null };
type List = { data: Row[] };

const AIKO = { email: 'aiko@kiln.example', name: 'Aiko' };

/** An order of Aiko, a subscription of hers with another case of the email address, and an order of another buyer. */
async function createSales() {
  const soldOrder = await createSoldOrder({}, {}, AIKO);
  const { app, seller, orderId } = soldOrder;
  await seller.publishPage({ paymentType: 'subscription', productName: 'Club', price: '9' }, 'club');
  await buyPage(app, 'club', { ...AIKO, email: 'Aiko@Kiln.example' });
  await buyPage(app, 'taller', { email: 'bo@kiln.example', name: 'Bo' });
  const { send } = await createApiClient(app, seller);
  const list = async (path: string) => (await send<List>('GET', path)).body.data;
  return { ...soldOrder, send, list, customerId: orderId };
}

/** Moves the clock and returns the time, so that all later changes are after it. */
async function nextHour({ app }: SoldOrder): Promise<string> {
  await moveClock(app, 1);
  return app.context.now().toISOString();
}

test('orders and subscriptions name their customer, and can be filtered by it', async () => {
  const { app, seller, list, customerId } = await createSales();
  const orders = await list('/orders');
  const [bo, club] = orders;
  expect(orders.map((order) => order.customerId)).toEqual([bo?.id, customerId, customerId]);
  // The id of any of their orders finds the customer.
  for (const id of [customerId, club?.id])
    expect((await list(`/orders?customerId=${id}`)).map((order) => order.id)).toEqual([club?.id, customerId]);
  expect(await list(`/subscriptions?customerId=${customerId}`)).toMatchObject([{ customerId }]);
  expect(await list(`/subscriptions?customerId=${bo?.id}`)).toEqual([]);
  const events = await list('/events?type=order.paid');
  expect(events).toMatchObject([
    { data: { order: { customerId } } },
    { data: { order: { customerId, subscription: { customerId } } } },
    { data: { order: { customerId: bo?.id } } },
  ]);
  const stranger = await createApiClient(app, await app.signUpSeller());
  expect((await stranger.send('GET', `/orders?customerId=${customerId}`)).body).toMatchObject({ data: [] });
  await seller.rpc('delete-customer', { customerId: bo?.id ?? '', email: 'bo@kiln.example' });
  expect((await list('/orders'))[0]).toMatchObject({ id: bo?.id, customerId: null });
});

test('lists find what has changed, and a snapshot without news changes nothing', async () => {
  const sales = await createSales();
  const { app, send, list, orderId, refund } = sales;
  const findChanged = async (after: string) => {
    const lists = ['/orders', '/customers', '/subscriptions', '/pages'];
    return Promise.all(lists.map(async (path) => (await list(`${path}?updatedAfter=${after}`)).map(({ id }) => id)));
  };
  let after = await nextHour(sales);
  const { stripePaymentIntentId } = (await send<{ stripePaymentIntentId: string }>('GET', `/orders/${orderId}`)).body;
  const account = (await sales.seller.rpc('get-connection', {})).body.stripe_account_id ?? '';
  const { data } = await app.context.sellerStripe(account).charges.list({ payment_intent: stripePaymentIntentId });
  await updateLedger(app.context, [{ accountId: account, kind: 'charge', id: data[0]?.id ?? '' }]);
  expect(await findChanged(after)).toEqual([[], [], [], []]);

  await send('PATCH', `/orders/${orderId}`, { body: { metadata: { userId: '42' } } });
  expect(await findChanged(after)).toEqual([[orderId], [orderId], [], []]);
  expect(await list(`/orders?updatedBefore=${after}`)).toHaveLength(2);

  after = await nextHour(sales);
  expect((await refund({ amount: 500 })).status).toBe(200);
  expect(await findChanged(after)).toEqual([[orderId], [orderId], [], []]);
  const [storedRefund] = await list('/refunds');
  expect((storedRefund?.updatedAt ?? '') > after).toBe(true);

  after = await nextHour(sales);
  const lines = [{ key: 'main', amount: 500 }];
  await sales.seller.rpc('attribute-refund', { orderId, refundId: storedRefund?.id ?? '', lines });
  expect(await findChanged(after)).toEqual([[orderId], [orderId], [], []]);
  expect(((await list('/refunds'))[0]?.updatedAt ?? '') > after).toBe(true);

  after = await nextHour(sales);
  const [subscription] = await list('/subscriptions');
  await send('POST', `/subscriptions/${subscription?.id}/cancel`);
  const [club] = await list(`/orders?updatedAfter=${after}`);
  expect(await findChanged(after)).toEqual([[club?.id], [orderId], [subscription?.id], []]);
  expect((await list('/subscriptions'))[0]?.updatedAt).toBe(club?.updatedAt);

  after = await nextHour(sales);
  const [page] = await list('/pages');
  await send('PATCH', `/pages/${page?.id}`, { body: { archived: true } });
  expect(await findChanged(after)).toEqual([[], [], [], [page?.id]]);
});

test('expand adds the page or the order, if the key may read it', async () => {
  const { app, seller, send, list } = await createSales();
  const [bo, club] = await list('/orders?expand=page');
  expect([bo?.page, club?.page]).toMatchObject([{ productName: 'Throwing Taller' }, { productName: 'Club' }]);
  expect(await list('/subscriptions?expand=page')).toMatchObject([{ page: { id: club?.page?.id } }]);
  const { body: checkout } = await send('POST', '/checkouts', { body: { pageId: bo?.page?.id } });
  const request = { slug: 'taller', checkout: checkout.id } as never;
  await app.payAtStripe((await app.rpc('create-checkout-session', request)).body.url);
  const path = `/checkouts/${String(checkout.id)}?expand=order,page`;
  expect((await send('GET', path)).body).toMatchObject({
    order: { number: 4, checkoutId: checkout.id },
    page: { slug: 'taller' },
  });
  const { send: sendLimited } = await createApiClient(app, seller, { scopes: ['orders:read', 'checkouts:read'] });
  for (const limited of ['/orders?expand=page', path])
    expect((await sendLimited('GET', limited)).body.error).toMatchObject({
      code: 'scope_missing',
      requiredScope: 'pages:read',
    });
  await send('DELETE', `/pages/${bo?.page?.id}`);
  expect((await send('GET', path)).body).toMatchObject({ order: { number: 4 }, page: null });
});
