import { expect, test } from 'vitest';

import { refunds } from '#server/db/schema-ledger.ts';
import { sales } from '#server/db/schema-money.ts';
import { buy, moveClock, openSold, refundsAtProvider } from '#server/testing-orders.ts';

const refusal = (status: number, code: string, facts: object = {}) => ({
  status,
  body: { error: { code, ...facts } },
});

test('refunds a whole payment once with a reason and records it in the order’s events', async () => {
  const sold = await openSold();
  const { body, status } = await sold.refund({ reason: 'duplicate' });
  expect(status).toBe(200);
  expect(body.order).toMatchObject({
    state: 'refunded',
    received: 2900,
    refunded: 2900,
    payments: [{ amount: 2900, refunded: 2900, refundable: 0 }],
    refunds: [{ amount: 2900, state: 'succeeded', reason: 'duplicate', failure: null }],
  });
  expect(body.order.events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['refund_asked', 'refunded']),
  );
  expect(body.order.events.find(({ kind }) => kind === 'refund_asked')?.facts).toEqual({
    amount: 2900,
    currency: 'USD',
    reason: 'duplicate',
    by: 'seller',
  });
  const [made] = await refundsAtProvider(sold.shop);
  expect(made).toMatchObject({
    amount: 2900,
    reason: 'duplicate',
    metadata: { refund_id: body.order.refunds[0]?.id },
  });
  await sold.shop.settled();
  expect(await refundsAtProvider(sold.shop)).toHaveLength(1);
  expect((await sold.detail()).refunds).toHaveLength(1);
});

test('refunds parts until nothing is left and never more', async () => {
  const sold = await openSold();
  expect((await sold.refund({ amount: 1000 })).body.order).toMatchObject({
    state: 'partly_refunded',
    refunded: 1000,
    payments: [{ refundable: 1900 }],
  });
  expect(await sold.refund({ amount: 1901 })).toMatchObject(
    refusal(422, 'refund_above_rest', { rest: 1900 }),
  );
  expect((await sold.refund()).body.order).toMatchObject({ state: 'refunded', refunded: 2900 });
  expect(await sold.refund({ amount: 1 })).toMatchObject(refusal(422, 'refund_above_rest', { rest: 0 }));
  const made = await refundsAtProvider(sold.shop);
  expect(made.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([1000, 1900]);
});

test('treats requests with the same key as one refund, whatever their other fields are', async () => {
  const sold = await openSold();
  const request = crypto.randomUUID();
  const press = (amount = 700) => sold.refund({ amount, request });
  const answers = await Promise.all([press(), press(), press()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await press(900)).body.order).toMatchObject({ refunded: 700, refunds: [{ amount: 700 }] });
  expect(await refundsAtProvider(sold.shop)).toMatchObject([{ amount: 700 }]);
});

test.for([
  { currency: 'JPY', price: '5000', part: 1234, rest: 3766 },
  { currency: 'ISK', price: '5000', part: 120_000, rest: 380_000 },
])('uses minor units of $currency', async ({ currency, price, part, rest }) => {
  const sold = await openSold({ currency, price });
  const { body } = await sold.refund({ amount: part });
  expect(body.order.payments).toMatchObject([{ refunded: part, refundable: rest }]);
  expect(await sold.refund({ amount: rest + 100 })).toMatchObject(
    refusal(422, 'refund_above_rest', { rest }),
  );
});

test('refuses an amount that the currency does not allow before writing anything', async () => {
  const sold = await openSold({ currency: 'ISK', price: '5000' });
  expect(await sold.refund({ amount: 120_050 })).toMatchObject(refusal(400, 'invalid_request'));
  expect(await sold.shop.context.db.select().from(refunds)).toEqual([]);
});

test('refunds a renewal without the first payment', async () => {
  const sold = await openSold({ paymentType: 'subscription', price: '9' });
  await moveClock(sold.shop, 32 * 24);
  const [first, second] = (await sold.detail()).payments;
  expect([first?.renewal, second?.renewal]).toEqual([false, true]);
  const { body } = await sold.refund({ paymentId: second?.id ?? '' });
  expect(body.order.payments).toMatchObject([
    { id: first?.id, refunded: 0, refundable: 900 },
    { id: second?.id, refunded: 900, refundable: 0 },
  ]);
  expect(body.order).toMatchObject({ state: 'partly_refunded', received: 1800, refunded: 900 });
});

test('does not refund an amount that was lost to a dispute', async () => {
  const sold = await openSold();
  await sold.shop.context.db.update(sales).set({ lost: 2000 });
  expect(await sold.refund({ amount: 901 })).toMatchObject(refusal(422, 'refund_above_rest', { rest: 900 }));
});

test('refuses to refund a payment while its dispute is open', async () => {
  const sold = await openSold({}, {}, { number: '4000 0000 0000 0259' });
  await moveClock(sold.shop, 1.1);
  expect((await sold.detail()).dispute).toBe('open');
  expect(await sold.refund()).toMatchObject(refusal(409, 'payment_disputed'));
  expect(await sold.shop.context.db.select().from(refunds)).toEqual([]);
  expect((await sold.detail()).payments).toMatchObject([{ refundable: 0 }]);
});

test('allows a refund during a bank inquiry', async () => {
  const sold = await openSold({}, {}, { number: '4000 0000 0000 1976' });
  await moveClock(sold.shop, 1.1);
  const { disputes, payments } = await sold.detail();
  expect(disputes).toMatchObject([{ status: 'warning_needs_response' }]);
  expect(payments).toMatchObject([{ refundable: 2900 }]);
  expect((await sold.refund()).body.order).toMatchObject({ state: 'refunded', refunded: 2900 });
});

test('refuses an unpaid order, an order of another seller and a payment of another order', async () => {
  const sold = await openSold();
  const { shop, seller, orderId, paymentId } = sold;
  const other = await shop.seller();
  const wish = { orderId, paymentId, reason: 'duplicate' as const, request: crypto.randomUUID() };
  expect(await other.call('refund-order', wish)).toMatchObject(refusal(404, 'not_found'));
  await buy(shop, 'taller');
  const numbered = async (number: number) =>
    (await seller.call('list-orders', {})).body.orders.find((order) => order.number === number);
  expect(await sold.refund({ orderId: (await numbered(2))?.id ?? '' })).toMatchObject(
    refusal(404, 'not_found'),
  );
  const free = {
    enableCoupon: true,
    validCoupons: [{ code: 'FREE', discount: 100, type: 'percentage' as const }],
  };
  await seller.publish(free, 'free');
  const { body } = await shop.call('create-checkout-session', { slug: 'free', appliedCoupon: 'FREE' });
  await shop.pay(body.url);
  const newest = await numbered(3);
  expect(newest).toMatchObject({ total: 0, received: 0 });
  expect(await sold.refund({ orderId: newest?.id ?? '', paymentId: crypto.randomUUID() })).toMatchObject(
    refusal(409, 'order_not_paid'),
  );
  expect(await refundsAtProvider(shop)).toEqual([]);
});
