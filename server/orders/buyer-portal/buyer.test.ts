import { expect, test } from 'vitest';

import type { OrderState } from '#domain/order.ts';
import { refunds } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, emailOptOuts, orders, sales } from '#server/db/schema-orders.ts';
import { users } from '#server/db/schema-users.ts';
import { BO, buyPage, signInBuyer, createTestBuyers } from '#server/testing/buyer-helpers.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';

const HOUR = 3_600_000;

/** A page of purchases without its sellers. */
const listProductNames = async (buyer: Awaited<ReturnType<typeof signInBuyer>>['buyer'], page = 1) =>
  (await buyer.listPurchases(page)).sellers.flatMap(({ purchases }) => purchases.map(({ productName }) => productName));

test('a buyer sees the purchases of the address from all sellers, and none of another buyer', async () => {
  const testEnv = await createTestBuyers();
  const { app, seller } = testEnv;
  const otherSeller = await app.signUpSeller();
  await buyPage(app, seller, BO, { productName: 'Throwing Taller' });
  await buyPage(app, otherSeller, 'BO@example.com', { productName: 'Glazes' });
  const foreignOrderId = await buyPage(app, otherSeller, 'al@example.com', { productName: 'Kilns' });
  const { buyer } = await signInBuyer(testEnv);
  const { sellers, page, pages } = await buyer.listPurchases(1);
  expect({ page, pages }).toEqual({ page: 1, pages: 1 });
  // Both were bought in the same second, so their order is undefined.
  const bySeller = sellers.toSorted((a) => (a.seller.email === otherSeller.email ? -1 : 1));
  expect(bySeller).toMatchObject([
    {
      seller: { name: 'Vane Ceramics', email: otherSeller.email },
      purchases: [{ productName: 'Glazes', total: 2900 }],
    },
    {
      seller: { email: seller.email },
      purchases: [{ productName: 'Throwing Taller', state: 'paid', number: 1 }],
    },
  ]);
  expect(await buyer.findReceipt(foreignOrderId)).toBeNull();
  for (const invalidId of ['', 'x', "' or 1=1 --", crypto.randomUUID(), '%', '../1'])
    expect(await buyer.findReceipt(invalidId)).toBeNull();
  expect(JSON.stringify(sellers)).not.toMatch(/acct_|cs_|pi_|cus_/);
});

test('a receipt shows the complete purchase: lines, payments, refunds and accepted terms', async () => {
  const testEnv = await createTestBuyers();
  const { app, seller } = testEnv;
  const id = await buyPage(app, seller, BO, {
    requireTerms: false,
    termsUrl: 'https://www.example.com/terms',
  });
  const { db, mode } = app.context;
  const [sale] = await db.select().from(sales);
  if (!sale) throw new Error('There is no sale');
  const refundKey = {
    mode,
    sellerId: sale.sellerId,
    accountId: sale.accountId,
    attemptId: sale.attemptId,
    saleId: sale.id,
  };
  const at = new Date('2026-11-20T10:00:00Z');
  const later = new Date('2026-11-21T10:00:00Z');
  const refund = { ...refundKey, currency: 'USD', createdAt: at, updatedAt: at };
  await db.insert(refunds).values([
    { ...refund, id: crypto.randomUUID(), idempotencyKey: '1', amount: 500, state: 'succeeded' },
    { ...refund, id: crypto.randomUUID(), idempotencyKey: '2', amount: 300, state: 'failed' },
    {
      ...refund,
      id: crypto.randomUUID(),
      idempotencyKey: '3',
      amount: 200,
      state: 'asked',
      createdAt: later,
    },
  ]);
  const { buyer } = await signInBuyer(testEnv);
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
    items: '',
  });
});

test.for<OrderState>(['pending', 'failed', 'paid', 'partly_refunded', 'refunded'])(
  'lists a purchase that is %s with that state',
  async (state) => {
    const testEnv = await createTestBuyers();
    await buyPage(testEnv.app, testEnv.seller, BO);
    await testEnv.app.context.db.update(orders).set({ state });
    const { buyer } = await signInBuyer(testEnv);
    expect((await buyer.listPurchases(1)).sellers).toMatchObject([{ purchases: [{ state }] }]);
  },
);

test('a session lasts twelve hours, or until the buyer signs out', async () => {
  const testEnv = await createTestBuyers({ freezeClock: true });
  const { app, buyers } = testEnv;
  await buyPage(app, testEnv.seller, BO);
  const first = await signInBuyer(testEnv);
  app.advance(12 * HOUR - 5000);
  expect(await buyers.authenticate(first.cookies)).not.toBeNull();
  app.advance(10_000);
  expect(await buyers.authenticate(first.cookies)).toBeNull();
  const second = await signInBuyer(testEnv);
  const third = await signInBuyer(testEnv);
  expect(await buyers.signOut(second.cookies)).toEqual({
    setCookie: 'purchases=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  });
  expect(await buyers.authenticate(second.cookies)).toBeNull();
  expect(await buyers.authenticate(third.cookies)).toMatchObject({ email: BO });
  expect(await buyers.signOut(null)).toEqual({ setCookie: null });
});

test("using another link ends the browser's first session", async () => {
  const testEnv = await createTestBuyers();
  const { app, seller, buyers } = testEnv;
  await buyPage(app, seller, BO);
  await buyPage(app, seller, 'al@example.com');
  const firstBuyer = await signInBuyer(testEnv);
  const secondBuyer = await signInBuyer(
    {
      app,
      buyers: {
        ...buyers,
        redeemLink: (token, _, ipAddress) => buyers.redeemLink(token, firstBuyer.cookies, ipAddress),
      },
    },
    'al@example.com',
  );
  expect(secondBuyer.buyer.email).toBe('al@example.com');
  expect(await buyers.authenticate(firstBuyer.cookies)).toBeNull();
});

test('no other cookie grants access', async () => {
  const testEnv = await createTestBuyers();
  await buyPage(testEnv.app, testEnv.seller, BO);
  const { cookies, token } = await signInBuyer(testEnv);
  const value = cookies.split('=')[1] ?? '';
  const hash = testEnv.app.context.secrets.hash(value);
  for (const wrongCookie of [
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
    expect([wrongCookie?.slice(0, 30), await testEnv.buyers.authenticate(wrongCookie)]).toEqual([
      wrongCookie?.slice(0, 30),
      null,
    ]);
  expect(await testEnv.buyers.authenticate(`a=b;purchases=bad; ${cookies} ; c=d`)).toMatchObject({
    email: BO,
  });
});

test('purchases of another mode are not shown', async () => {
  const testEnv = await createTestBuyers();
  const { app, seller, buyers } = testEnv;
  const test = await buyPage(app, seller, BO, { productName: 'Of the sandbox' });
  await app.context.db.update(orders).set({ mode: 'live' });
  await buyers.requestLink(BO, 'unknown');
  await buyPage(app, seller, BO, { productName: 'Of this mode' });
  const { buyer } = await signInBuyer(testEnv);
  expect(await listProductNames(buyer)).toEqual(['Of this mode']);
  expect(await buyer.findReceipt(test)).toBeNull();
});

test('purchases from a closed account stay, without a contact address', async () => {
  const testEnv = await createTestBuyers();
  await buyPage(testEnv.app, testEnv.seller, BO);
  await testEnv.app.context.db.update(users).set({ deletedAt: new Date(), email: 'deleted@deleted.invalid' });
  const { buyer } = await signInBuyer(testEnv);
  expect((await buyer.listPurchases(1)).sellers).toMatchObject([{ seller: { email: null }, purchases: [{}] }]);
});

test('purchases are paginated, and a page beyond the end is the last one', async () => {
  const testEnv = await createTestBuyers();
  const { db } = testEnv.app.context;
  await buyPage(testEnv.app, testEnv.seller, BO, { productName: 'First' });
  const [order] = await db.select().from(orders);
  if (!order) throw new Error('There is no order');
  const [attempt] = await db.select().from(checkoutAttempts);
  if (!attempt) throw new Error('There is no attempt');
  for (let n = 2; n <= 60; n++) {
    const id = crypto.randomUUID();
    await db.insert(checkoutAttempts).values({ ...attempt, id, token: crypto.randomUUID(), sessionId: `cs_${n}` });
    await db.insert(orders).values({
      ...order,
      id: crypto.randomUUID(),
      attemptId: id,
      sessionId: `cs_${n}`,
      number: n,
      createdAt: new Date(order.createdAt.getTime() + n * 1000),
    });
  }
  const { buyer } = await signInBuyer(testEnv);
  const listNumbers = async (page: number) =>
    (await buyer.listPurchases(page)).sellers.flatMap(({ purchases }) => purchases.map(({ number }) => number));
  expect(await listNumbers(1)).toEqual(Array.from({ length: 50 }, (_, at) => 60 - at));
  expect(await listNumbers(2)).toEqual(Array.from({ length: 10 }, (_, at) => 10 - at));
  expect(await buyer.listPurchases(99)).toMatchObject({ page: 2, pages: 2 });
});

test('the export contains all data of the buyer and none of others', async () => {
  const testEnv = await createTestBuyers();
  await buyPage(testEnv.app, testEnv.seller, BO, { productName: 'Throwing Taller' });
  await buyPage(testEnv.app, testEnv.seller, 'al@example.com', { productName: 'Kilns' });
  const sellerId = await sellerIdOf(testEnv.app, testEnv.seller);
  const { db, mode, now } = testEnv.app.context;
  const createdAt = now();
  await db.insert(emailOptOuts).values([BO, 'al@example.com'].map((email) => ({ mode, sellerId, email, createdAt })));
  const { buyer } = await signInBuyer(testEnv);
  const download = await buyer.exportData();
  const text = 'text' in download ? download.text : '';
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
    declinedEmails: [{ declinedAt: createdAt.toISOString() }],
  });
  expect(text).not.toMatch(/Kilns|al@example|acct_|cs_|pi_/);
});
