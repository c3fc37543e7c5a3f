import { expect, test } from 'vitest';

import { orders, sales } from '#server/db/schema-money.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { openRoad } from '#server/testing-faults.ts';
import { accountOf, chargesOf, refund } from '#server/testing-refunds.ts';

const buy = async (shop: TestShop, slug: string, typed: Record<string, string> = {}) => {
  const { body } = await shop.call('create-checkout-session', { slug });
  await shop.pay(body.url, typed);
};

/** Creates an app whose seller has one sale; `change` applies to the page. */
async function openSold(change: object = {}, parts: Parameters<typeof openShop>[0] = {}, card = {}) {
  const shop = await openShop(parts);
  const seller = await shop.seller();
  await seller.publish(change, 'taller');
  await buy(shop, 'taller', card);
  const account = await accountOf(seller);
  const [charge = ''] = await chargesOf(shop, account);
  return { shop, seller, account, charge };
}

async function moveClock({ sandbox, context, settled }: TestShop, hours: number) {
  sandbox?.clock.moveTo(new Date(context.now().getTime() + hours * 3_600_000));
  await settled();
}

async function books({ context: { db } }: TestShop) {
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
  const { shop, seller, account, charge } = await openSold({ currency: 'EUR', price: '10.01' });
  expect(await books(shop)).toMatchObject({ refunded: 0, state: 'paid', sum: 1154 });
  await refund(shop, account, charge, '3.33');
  expect(await books(shop)).toEqual({
    refunded: 333,
    usdRefunded: 384,
    state: 'partly_refunded',
    sum: 770,
    transactions: 1,
  });
  await refund(shop, account, charge, '3.33');
  expect(await books(shop)).toMatchObject({ refunded: 666, usdRefunded: 768, sum: 386 });
  await refund(shop, account, charge);
  expect(await books(shop)).toMatchObject({
    refunded: 1001,
    usdRefunded: 1154,
    state: 'refunded',
    sum: 0,
  });
  expect((await seller.call('list-orders', {})).body.orders).toMatchObject([{ state: 'refunded' }]);
});

test('restores the sale when a refund fails later', async () => {
  const { shop, account, charge } = await openSold({}, {}, { number: '4000 0000 0000 5126' });
  await refund(shop, account, charge);
  expect(await books(shop)).toMatchObject({ refunded: 2900, state: 'refunded', sum: 0 });
  await moveClock(shop, 2);
  expect(await books(shop)).toMatchObject({ refunded: 0, usdRefunded: 0, state: 'paid', sum: 2900 });
});

test('finds the refunded payment of a subscription by its invoice', async () => {
  const { shop, account, charge } = await openSold({ paymentType: 'subscription', price: '9' });
  await refund(shop, account, charge, '4');
  expect(await books(shop)).toMatchObject({ refunded: 400, state: 'partly_refunded', sum: 500 });
});

test('applies a refund once although several events arrive twice and in reverse order', async () => {
  const caught: { url: string; init: RequestInit }[] = [];
  let deaf = false;
  const { shop, account, charge } = await openSold(
    {},
    {
      aroundEvents: (next) => async (url, init) => {
        if (!deaf) return next(url, init);
        caught.push({ url, init });
        return { status: 200 };
      },
    },
  );
  deaf = true;
  await refund(shop, account, charge, '10');
  await refund(shop, account, charge, '5');
  expect(await books(shop)).toMatchObject({ refunded: 0 });
  expect(caught.length).toBeGreaterThanOrEqual(4);
  const twice = [...caught, ...caught].toReversed();
  await Promise.all(twice.map(({ url, init }) => shop.request(url, init)));
  await shop.settled();
  expect(await books(shop)).toMatchObject({ refunded: 1500, state: 'partly_refunded', sum: 1400 });
});

test.for([{}, { paymentType: 'subscription' as const }])(
  'records a refund together with its sale if no event of the sale arrived: %o',
  async (change) => {
    const toRefund = /"type": "(charge\.refunded|refund\.)/;
    const { shop, account, charge } = await openSold(change, {
      aroundEvents: (next) => async (url, init) =>
        toRefund.test(String(init.body)) ? next(url, init) : { status: 200 },
    });
    expect(await books(shop)).toMatchObject({ refunded: undefined, sum: undefined });
    await refund(shop, account, charge, '9');
    expect(await books(shop)).toMatchObject({ refunded: 900, sum: 2000, transactions: 1 });
  },
);

test('ignores a refund of a payment that was not made through us', async () => {
  const { shop, account } = await openSold();
  const session = await shop.context.sellerStripe(account).sessions.create(
    {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Own' } } },
      ],
      success_url: 'http://localhost:3000/success',
    },
    crypto.randomUUID(),
  );
  await shop.pay(session.url ?? '');
  const [own = ''] = await chargesOf(shop, account);
  await refund(shop, account, own);
  expect(await books(shop)).toMatchObject({ refunded: 0, state: 'paid', sum: 2900 });
  const rows = await shop.context.db.select().from(providerEvents);
  expect(rows.filter(({ status }) => status !== 'done' && status !== 'ignored')).toEqual([]);
});

test('fetches the charge again if its row was written while Stripe responded', async () => {
  const road = openRoad();
  const { shop, account, charge } = await openSold({}, { aroundProvider: road.aroundProvider });
  const look = /^GET \/v1\/charges\//;
  const writeBetween = async () => {
    await shop.context.db.update(sales).set({ refunded: 2000, usdRefunded: 2000 });
  };
  road.hold(look, writeBetween);
  await refund(shop, account, charge, '10');
  expect(await books(shop)).toMatchObject({ refunded: 1000, usdRefunded: 1000 });
  const rows = await shop.context.db.select().from(providerEvents);
  const told = rows.filter(({ type }) => type === 'charge.refunded' || type === 'refund.created');
  expect(told.map(({ status, attempts }) => `${status} ${attempts}`).toSorted()).toEqual([
    'done 1',
    'done 1',
  ]);
  expect(road.calls.filter((call) => look.test(call)).length).toBeGreaterThanOrEqual(2);
});
