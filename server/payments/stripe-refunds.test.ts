import { expect, test } from 'vitest';

import { orders, sales } from '#server/db/schema-orders.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import { getStripeAccountId, listRefundableCharges, refundCharge } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const buy = async (app: TestApp, slug: string, formFields: Record<string, string> = {}) => {
  const { body } = await app.rpc('create-checkout-session', { slug });
  await app.payAtStripe(body.url, formFields);
};

/** Creates an app whose seller has one sale; `change` applies to the page. */
async function createAppWithSale(change: object = {}, options: Parameters<typeof createTestApp>[0] = {}, card = {}) {
  const app = await createTestApp(options);
  const seller = await app.signUpSeller();
  await seller.publishPage(change, 'taller');
  await buy(app, 'taller', card);
  const account = await getStripeAccountId(seller);
  const [charge = ''] = await listRefundableCharges(app, account);
  return { app, seller, account, charge };
}

async function moveClock({ sandbox, context, waitUntilIdle: settled }: TestApp, hours: number) {
  sandbox?.clock.moveTo(new Date(context.now().getTime() + hours * 3_600_000));
  await settled();
}

async function readLedger({ context: { db } }: TestApp) {
  const [sale] = await db.select().from(sales);
  const [order] = await db.select().from(orders);
  const [month] = await db.select().from(monthlySales);
  return {
    refunded: sale?.refunded,
    usdRefunded: sale?.usdRefunded,
    state: order?.state,
    sum: month?.usdCents,
    transactions: month?.transactions,
  };
}

test('deducts partial refunds from the monthly total and the exact rest with the last one', async () => {
  const { app, seller, account, charge } = await createAppWithSale({ currency: 'EUR', price: '10.01' });
  expect(await readLedger(app)).toMatchObject({ refunded: 0, state: 'paid', sum: 1154 });
  await refundCharge(app, account, charge, '3.33');
  expect(await readLedger(app)).toEqual({
    refunded: 333,
    usdRefunded: 384,
    state: 'partly_refunded',
    sum: 770,
    transactions: 1,
  });
  await refundCharge(app, account, charge, '3.33');
  expect(await readLedger(app)).toMatchObject({ refunded: 666, usdRefunded: 768, sum: 386 });
  await refundCharge(app, account, charge);
  expect(await readLedger(app)).toMatchObject({
    refunded: 1001,
    usdRefunded: 1154,
    state: 'refunded',
    sum: 0,
  });
  expect((await seller.rpc('list-orders', {})).body.orders).toMatchObject([{ state: 'refunded' }]);
});

test('restores the sale when a refund fails later', async () => {
  const { app, account, charge } = await createAppWithSale({}, {}, { number: '4000 0000 0000 5126' });
  await refundCharge(app, account, charge);
  expect(await readLedger(app)).toMatchObject({ refunded: 2900, state: 'refunded', sum: 0 });
  await moveClock(app, 2);
  expect(await readLedger(app)).toMatchObject({ refunded: 0, usdRefunded: 0, state: 'paid', sum: 2900 });
});

test('finds the refunded payment of a subscription by its invoice', async () => {
  const { app, account, charge } = await createAppWithSale({ paymentType: 'subscription', price: '9' });
  await refundCharge(app, account, charge, '4');
  expect(await readLedger(app)).toMatchObject({ refunded: 400, state: 'partly_refunded', sum: 500 });
});

test('applies a refund once although several events arrive twice and in reverse order', async () => {
  const captured: { url: string; init: RequestInit }[] = [];
  let isCapturing = false;
  const { app, account, charge } = await createAppWithSale(
    {},
    {
      wrapEventDelivery: (next) => async (url, init) => {
        if (!isCapturing) return next(url, init);
        captured.push({ url, init });
        return { status: 200 };
      },
    },
  );
  isCapturing = true;
  await refundCharge(app, account, charge, '10');
  await refundCharge(app, account, charge, '5');
  expect(await readLedger(app)).toMatchObject({ refunded: 0 });
  expect(captured.length).toBeGreaterThanOrEqual(4);
  const duplicated = [...captured, ...captured].toReversed();
  await Promise.all(duplicated.map(({ url, init }) => app.request(url, init)));
  await app.waitUntilIdle();
  expect(await readLedger(app)).toMatchObject({ refunded: 1500, state: 'partly_refunded', sum: 1400 });
});

test.for([{}, { paymentType: 'subscription' as const }])(
  'records a refund together with its sale if no event of the sale arrived: %o',
  async (change) => {
    const refundEventPattern = /"type": "(charge\.refunded|refund\.)/;
    const { app, account, charge } = await createAppWithSale(change, {
      wrapEventDelivery: (next) => async (url, init) =>
        refundEventPattern.test(String(init.body)) ? next(url, init) : { status: 200 },
    });
    expect(await readLedger(app)).toMatchObject({ refunded: undefined, sum: undefined });
    await refundCharge(app, account, charge, '9');
    expect(await readLedger(app)).toMatchObject({ refunded: 900, sum: 2000, transactions: 1 });
  },
);

test('ignores a refund of a payment that was not made through us', async () => {
  const { app, account } = await createAppWithSale();
  const session = await app.context.sellerStripe(account).sessions.create(
    {
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Own' } } }],
      success_url: 'http://localhost:3000/success',
    },
    crypto.randomUUID(),
  );
  await app.payAtStripe(session.url ?? '');
  const [foreignCharge = ''] = await listRefundableCharges(app, account);
  await refundCharge(app, account, foreignCharge);
  expect(await readLedger(app)).toMatchObject({ refunded: 0, state: 'paid', sum: 2900 });
  const rows = await app.context.db.select().from(stripeEvents);
  expect(rows.filter(({ status }) => status !== 'done' && status !== 'ignored')).toEqual([]);
});

test('fetches the charge again if its row was written while Stripe responded', async () => {
  const transport = createFaultyStripe();
  const { app, account, charge } = await createAppWithSale({}, { wrapStripe: transport.wrapStripe });
  const chargeRequest = /^GET \/v1\/charges\//;
  const writeConcurrently = async () => {
    await app.context.db.update(sales).set({ refunded: 2000, usdRefunded: 2000 });
  };
  transport.delayOnce(chargeRequest, writeConcurrently);
  await refundCharge(app, account, charge, '10');
  expect(await readLedger(app)).toMatchObject({ refunded: 1000, usdRefunded: 1000 });
  const rows = await app.context.db.select().from(stripeEvents);
  const refundEvents = rows.filter(({ type }) => type === 'charge.refunded' || type === 'refund.created');
  expect(refundEvents.map(({ status, attempts }) => `${status} ${attempts}`).toSorted()).toEqual(['done 1', 'done 1']);
  expect(transport.calls.filter((call) => chargeRequest.test(call)).length).toBeGreaterThanOrEqual(2);
});
