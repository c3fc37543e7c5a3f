import { expect, test } from 'vitest';

import { refunds } from '#server/db/schema-ledger.ts';
import { sales } from '#server/db/schema-orders.ts';
import { buyPage, moveClock, createSoldOrder, listStripeRefunds } from '#server/testing/sold-orders.ts';

const errorResponse = (status: number, code: string, facts: object = {}) => ({
  status,
  body: { error: { code, ...facts } },
});

test('refunds a whole payment once with a reason and records it in the order’s events', async () => {
  const soldOrder = await createSoldOrder();
  const { body, status } = await soldOrder.refund({ reason: 'duplicate' });
  expect(status).toBe(200);
  expect(body.order).toMatchObject({
    state: 'refunded',
    received: 2900,
    refunded: 2900,
    payments: [{ amount: 2900, refunded: 2900, refundable: 0 }],
    refunds: [{ amount: 2900, state: 'succeeded', reason: 'duplicate', failure: null }],
  });
  expect(body.order.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['refund_asked', 'refunded']));
  expect(body.order.events.find(({ kind }) => kind === 'refund_asked')?.facts).toEqual({
    amount: 2900,
    currency: 'USD',
    reason: 'duplicate',
    by: 'seller',
  });
  const [stripeRefund] = await listStripeRefunds(soldOrder.app);
  expect(stripeRefund).toMatchObject({
    amount: 2900,
    reason: 'duplicate',
    metadata: { refund_id: body.order.refunds[0]?.id },
  });
  await soldOrder.app.waitUntilIdle();
  expect(await listStripeRefunds(soldOrder.app)).toHaveLength(1);
  expect((await soldOrder.detail()).refunds).toHaveLength(1);
});

test('refunds parts until nothing is left and never more', async () => {
  const soldOrder = await createSoldOrder();
  expect((await soldOrder.refund({ amount: 1000 })).body.order).toMatchObject({
    state: 'partly_refunded',
    refunded: 1000,
    payments: [{ refundable: 1900 }],
  });
  expect(await soldOrder.refund({ amount: 1901 })).toMatchObject(
    errorResponse(422, 'refund_above_rest', { rest: 1900 }),
  );
  expect((await soldOrder.refund()).body.order).toMatchObject({ state: 'refunded', refunded: 2900 });
  expect(await soldOrder.refund({ amount: 1 })).toMatchObject(errorResponse(422, 'refund_above_rest', { rest: 0 }));
  const stripeRefunds = await listStripeRefunds(soldOrder.app);
  expect(stripeRefunds.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([1000, 1900]);
});

test('treats requests with the same key as one refund, whatever their other fields are', async () => {
  const soldOrder = await createSoldOrder();
  const request = crypto.randomUUID();
  const requestRefund = (amount = 700) => soldOrder.refund({ amount, request });
  const answers = await Promise.all([requestRefund(), requestRefund(), requestRefund()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await requestRefund(900)).body.order).toMatchObject({ refunded: 700, refunds: [{ amount: 700 }] });
  expect(await listStripeRefunds(soldOrder.app)).toMatchObject([{ amount: 700 }]);
});

test.for([
  { currency: 'JPY', price: '5000', amount: 1234, rest: 3766 },
  { currency: 'ISK', price: '5000', amount: 120_000, rest: 380_000 },
])('uses minor units of $currency', async ({ currency, price, amount, rest }) => {
  const soldOrder = await createSoldOrder({ currency, price });
  const { body } = await soldOrder.refund({ amount: amount });
  expect(body.order.payments).toMatchObject([{ refunded: amount, refundable: rest }]);
  expect(await soldOrder.refund({ amount: rest + 100 })).toMatchObject(
    errorResponse(422, 'refund_above_rest', { rest }),
  );
});

test('refuses an amount that the currency does not allow before writing anything', async () => {
  const soldOrder = await createSoldOrder({ currency: 'ISK', price: '5000' });
  expect(await soldOrder.refund({ amount: 120_050 })).toMatchObject(errorResponse(400, 'invalid_request'));
  expect(await soldOrder.app.context.db.select().from(refunds)).toEqual([]);
});

test('refunds a renewal without the first payment', async () => {
  const soldOrder = await createSoldOrder({ paymentType: 'subscription', price: '9' });
  await moveClock(soldOrder.app, 32 * 24);
  const [first, second] = (await soldOrder.detail()).payments;
  expect([first?.renewal, second?.renewal]).toEqual([false, true]);
  const { body } = await soldOrder.refund({ paymentId: second?.id ?? '' });
  expect(body.order.payments).toMatchObject([
    { id: first?.id, refunded: 0, refundable: 900 },
    { id: second?.id, refunded: 900, refundable: 0 },
  ]);
  expect(body.order).toMatchObject({ state: 'partly_refunded', received: 1800, refunded: 900 });
});

test('does not refund an amount that was lost to a dispute', async () => {
  const soldOrder = await createSoldOrder();
  await soldOrder.app.context.db.update(sales).set({ lost: 2000 });
  expect(await soldOrder.refund({ amount: 901 })).toMatchObject(errorResponse(422, 'refund_above_rest', { rest: 900 }));
});

test('refuses to refund a payment while its dispute is open', async () => {
  const soldOrder = await createSoldOrder({}, {}, { number: '4000 0000 0000 0259' });
  await moveClock(soldOrder.app, 1.1);
  expect((await soldOrder.detail()).dispute).toBe('open');
  expect(await soldOrder.refund()).toMatchObject(errorResponse(409, 'payment_disputed'));
  expect(await soldOrder.app.context.db.select().from(refunds)).toEqual([]);
  expect((await soldOrder.detail()).payments).toMatchObject([{ refundable: 0 }]);
});

test('allows a refund during a bank inquiry', async () => {
  const soldOrder = await createSoldOrder({}, {}, { number: '4000 0000 0000 1976' });
  await moveClock(soldOrder.app, 1.1);
  const { disputes, payments } = await soldOrder.detail();
  expect(disputes).toMatchObject([{ status: 'warning_needs_response' }]);
  expect(payments).toMatchObject([{ refundable: 2900 }]);
  expect((await soldOrder.refund()).body.order).toMatchObject({ state: 'refunded', refunded: 2900 });
});

test('refuses an unpaid order, an order of another seller and a payment of another order', async () => {
  const soldOrder = await createSoldOrder();
  const { app, seller, orderId, paymentId } = soldOrder;
  const otherSeller = await app.signUpSeller();
  const input = { orderId, paymentId, reason: 'duplicate' as const, request: crypto.randomUUID() };
  expect(await otherSeller.rpc('refund-order', input)).toMatchObject(errorResponse(404, 'not_found'));
  await buyPage(app, 'taller');
  const findOrderByNumber = async (number: number) =>
    (await seller.rpc('list-orders', {})).body.orders.find((order) => order.number === number);
  expect(await soldOrder.refund({ orderId: (await findOrderByNumber(2))?.id ?? '' })).toMatchObject(
    errorResponse(404, 'not_found'),
  );
  const freeConfig = {
    enableCoupon: true,
    validCoupons: [{ code: 'FREE', discount: 100, type: 'percentage' as const }],
  };
  await seller.publishPage(freeConfig, 'free');
  const { body } = await app.rpc('create-checkout-session', { slug: 'free', appliedCoupon: 'FREE' });
  await app.payAtStripe(body.url);
  const newestOrder = await findOrderByNumber(3);
  expect(newestOrder).toMatchObject({ total: 0, received: 0 });
  expect(await soldOrder.refund({ orderId: newestOrder?.id ?? '', paymentId: crypto.randomUUID() })).toMatchObject(
    errorResponse(409, 'order_not_paid'),
  );
  expect(await listStripeRefunds(app)).toEqual([]);
});
