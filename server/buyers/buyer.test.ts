import { expect, test } from 'vitest';

import type { OrderState } from '#domain/order.ts';

import { refunds } from '#server/db/schema-ledger.ts';
import { attempts, orders, sales } from '#server/db/schema-money.ts';
import { users } from '#server/db/schema-people.ts';

import { BO, buy, letIn, openBuyers } from './testing-buyers.ts';

const HOUR = 3_600_000;

/** A page of purchases without its sellers. */
const namesOf = async (buyer: Awaited<ReturnType<typeof letIn>>['buyer'], page = 1) =>
  (await buyer.listPurchases(page)).sellers.flatMap(({ purchases }) =>
    purchases.map(({ productName }) => productName),
  );

test('a buyer sees the purchases of the address from all sellers, and none of another buyer', async () => {
  const opened = await openBuyers();
  const { shop, seller } = opened;
  const other = await shop.seller();
  await buy(shop, seller, BO, { productName: 'Throwing Taller' });
  await buy(shop, other, 'BO@example.com', { productName: 'Glazes' });
  const foreign = await buy(shop, other, 'al@example.com', { productName: 'Kilns' });
  const { buyer } = await letIn(opened);
  const { sellers, page, pages } = await buyer.listPurchases(1);
  expect({ page, pages }).toEqual({ page: 1, pages: 1 });
  // Both were bought in the same second, so their order is undefined.
  const bySeller = sellers.toSorted((one) => (one.seller.email === other.email ? -1 : 1));
  expect(bySeller).toMatchObject([
    {
      seller: { name: 'Vane Ceramics', email: other.email },
      purchases: [{ productName: 'Glazes', total: 2900 }],
    },
    {
      seller: { email: seller.email },
      purchases: [{ productName: 'Throwing Taller', state: 'paid', number: 1 }],
    },
  ]);
  expect(await buyer.findReceipt(foreign)).toBeNull();
  for (const hostile of ['', 'x', "' or 1=1 --", crypto.randomUUID(), '%', '../1'])
    expect(await buyer.findReceipt(hostile)).toBeNull();
  expect(JSON.stringify(sellers)).not.toMatch(/acct_|cs_|pi_|cus_/);
});

test('a receipt shows the complete purchase: lines, payments, refunds and accepted terms', async () => {
  const opened = await openBuyers();
  const { shop, seller } = opened;
  const id = await buy(shop, seller, BO, {
    requireTerms: false,
    termsUrl: 'https://www.example.com/terms',
  });
  const { db, mode } = shop.context;
  const [sale] = await db.select().from(sales);
  if (!sale) throw new Error('There is no sale');
  const of = {
    mode,
    sellerId: sale.sellerId,
    accountId: sale.accountId,
    attemptId: sale.attemptId,
    saleId: sale.id,
  };
  const at = new Date('2026-11-20T10:00:00Z');
  const later = new Date('2026-11-21T10:00:00Z');
  const refund = { ...of, currency: 'USD', createdAt: at, updatedAt: at };
  await db.insert(refunds).values([
    { ...refund, id: crypto.randomUUID(), requestKey: '1', amount: 500, state: 'succeeded' },
    { ...refund, id: crypto.randomUUID(), requestKey: '2', amount: 300, state: 'failed' },
    { ...refund, id: crypto.randomUUID(), requestKey: '3', amount: 200, state: 'asked', createdAt: later },
  ]);
  const { buyer } = await letIn(opened);
  const receipt = await buyer.findReceipt(id);
  expect(receipt).toMatchObject({
    number: 1,
    email: BO,
    original: 2900,
    total: 2900,
    payments: [{ amount: 2900, renewal: false }],
    refunds: [
      { at: at.toISOString(), amount: 500, state: 'succeeded' },
      { at: later.toISOString(), amount: 200, state: 'asked' },
    ],
    agreement: null,
  });
  // A refund from before refunds were listed one by one.
  await db.update(sales).set({ refunded: 900 });
  expect((await buyer.findReceipt(id))?.refunds.at(-1)).toEqual({
    at: null,
    amount: 200,
    state: 'succeeded',
  });
});

test.for<OrderState>(['pending', 'failed', 'paid', 'partly_refunded', 'refunded'])(
  'lists a purchase that is %s with that state',
  async (state) => {
    const opened = await openBuyers();
    await buy(opened.shop, opened.seller, BO);
    await opened.shop.context.db.update(orders).set({ state });
    const { buyer } = await letIn(opened);
    expect((await buyer.listPurchases(1)).sellers).toMatchObject([{ purchases: [{ state }] }]);
  },
);

test('a session lasts twelve hours, or until the buyer signs out', async () => {
  const opened = await openBuyers({ still: true });
  const { shop, buyers } = opened;
  await buy(shop, opened.seller, BO);
  const first = await letIn(opened);
  shop.advance(12 * HOUR - 5000);
  expect(await buyers.enter(first.cookies)).not.toBeNull();
  shop.advance(10_000);
  expect(await buyers.enter(first.cookies)).toBeNull();
  const second = await letIn(opened);
  const third = await letIn(opened);
  expect(await buyers.leave(second.cookies)).toEqual({
    setCookie: 'purchases=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  });
  expect(await buyers.enter(second.cookies)).toBeNull();
  expect(await buyers.enter(third.cookies)).toMatchObject({ email: BO });
  expect(await buyers.leave(null)).toEqual({ setCookie: null });
});

test("using another link ends the browser's first session", async () => {
  const opened = await openBuyers();
  const { shop, seller, buyers } = opened;
  await buy(shop, seller, BO);
  await buy(shop, seller, 'al@example.com');
  const bo = await letIn(opened);
  const al = await letIn(
    { shop, buyers: { ...buyers, open: (token, _, place) => buyers.open(token, bo.cookies, place) } },
    'al@example.com',
  );
  expect(al.buyer.email).toBe('al@example.com');
  expect(await buyers.enter(bo.cookies)).toBeNull();
});

test('no other cookie grants access', async () => {
  const opened = await openBuyers();
  await buy(opened.shop, opened.seller, BO);
  const { cookies, token } = await letIn(opened);
  const value = cookies.split('=')[1] ?? '';
  const hash = opened.shop.context.secrets.hash(value);
  for (const wrong of [
    null,
    '',
    'purchases=',
    `purchases=${token}`,
    `purchases=${hash}`,
    `purchases=${value}x`,
    `xpurchases=${value}`,
    `Purchases=${value}`,
    `__Host-purchases=${value}`,
    `other="; purchases=x"; ${'a=b; '.repeat(10_000)}`,
    `purchases=${'x'.repeat(43)}`,
  ])
    expect([wrong?.slice(0, 30), await opened.buyers.enter(wrong)]).toEqual([wrong?.slice(0, 30), null]);
  expect(await opened.buyers.enter(`a=b;purchases=bad; ${cookies} ; c=d`)).toMatchObject({ email: BO });
});

test('purchases of another mode are not shown', async () => {
  const opened = await openBuyers();
  const { shop, seller, buyers } = opened;
  const test = await buy(shop, seller, BO, { productName: 'Of the sandbox' });
  await shop.context.db.update(orders).set({ mode: 'live' });
  await buyers.ask(BO, 'unknown');
  await buy(shop, seller, BO, { productName: 'Of this mode' });
  const { buyer } = await letIn(opened);
  expect(await namesOf(buyer)).toEqual(['Of this mode']);
  expect(await buyer.findReceipt(test)).toBeNull();
});

test('purchases from a closed account stay, without a contact address', async () => {
  const opened = await openBuyers();
  await buy(opened.shop, opened.seller, BO);
  await opened.shop.context.db.update(users).set({ deletedAt: new Date(), email: 'deleted@deleted.invalid' });
  const { buyer } = await letIn(opened);
  expect((await buyer.listPurchases(1)).sellers).toMatchObject([
    { seller: { email: null }, purchases: [{}] },
  ]);
});

test('purchases are paginated, and a page beyond the end is the last one', async () => {
  const opened = await openBuyers();
  const { db } = opened.shop.context;
  await buy(opened.shop, opened.seller, BO, { productName: 'First' });
  const [order] = await db.select().from(orders);
  if (!order) throw new Error('There is no order');
  const [attempt] = await db.select().from(attempts);
  if (!attempt) throw new Error('There is no attempt');
  for (let n = 2; n <= 60; n++) {
    const id = crypto.randomUUID();
    await db.insert(attempts).values({ ...attempt, id, token: crypto.randomUUID(), sessionId: `cs_${n}` });
    await db.insert(orders).values({
      ...order,
      id: crypto.randomUUID(),
      attemptId: id,
      sessionId: `cs_${n}`,
      number: n,
      createdAt: new Date(order.createdAt.getTime() + n * 1000),
    });
  }
  const { buyer } = await letIn(opened);
  const numbersOf = async (page: number) =>
    (await buyer.listPurchases(page)).sellers.flatMap(({ purchases }) =>
      purchases.map(({ number }) => number),
    );
  expect(await numbersOf(1)).toEqual(Array.from({ length: 50 }, (_, at) => 60 - at));
  expect(await numbersOf(2)).toEqual(Array.from({ length: 10 }, (_, at) => 10 - at));
  expect(await buyer.listPurchases(99)).toMatchObject({ page: 2, pages: 2 });
});

test('the export contains all data of the buyer and none of others', async () => {
  const opened = await openBuyers();
  await buy(opened.shop, opened.seller, BO, { productName: 'Throwing Taller' });
  await buy(opened.shop, opened.seller, 'al@example.com', { productName: 'Kilns' });
  const { buyer } = await letIn(opened);
  const copy = await buyer.download();
  const text = 'text' in copy ? copy.text : '';
  expect(JSON.parse(text)).toMatchObject({
    email: BO,
    purchases: [
      {
        productName: 'Throwing Taller',
        payments: [{ amount: 2900 }],
        country: 'US',
        cameFrom: { source: 'direct', device: 'other' },
      },
    ],
  });
  expect(text).not.toMatch(/Kilns|al@example|acct_|cs_|pi_/);
});
