import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';

import { sales } from '#server/db/schema-orders.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const buy = async (app: TestApp, slug: string, appliedCoupon: string | null = null) => {
  const { body } = await app.rpc('create-checkout-session', { slug, appliedCoupon });
  await app.payAtStripe(body.url);
};

const salesIn = ({ context: { db } }: TestApp) => db.select().from(sales).orderBy(sales.createdAt);
const monthsIn = ({ context: { db } }: TestApp) => db.select().from(monthlySales);
const monthNow = ({ context }: TestApp) => context.now().toISOString().slice(0, 7);

test('counts a payment in US dollars unchanged and stores its payment intent', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  await buy(app, 'taller');
  await buy(app, 'taller');
  const [sale] = await salesIn(app);
  expect(sale).toMatchObject({ usdCents: 2900, fxRate: '1', fxSource: 'identity', refunded: 0 });
  expect(sale?.paymentIntentId).toMatch(/^pi_/);
  expect(await monthsIn(app)).toMatchObject([
    { mode: 'sandbox', month: monthNow(app), usdCents: 5800, transactions: 2 },
  ]);
});

test.for([
  ['JPY', '1540', 1540, 1000],
  ['KWD', '3.07', 3070, 1000],
  ['ISK', '1260', 126_000, 1000],
  ['EUR', '86.77', 8677, 10_000],
] as const)('converts a payment in %s over %s to US cents at the rate of the table', async (row) => {
  const [currency, price, amount, usdCents] = row;
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ currency, price }, 'abroad');
  await buy(app, 'abroad');
  const { date, perUsd } = app.context.config.exchangeRates;
  expect(await salesIn(app)).toMatchObject([
    { currency, amount, usdCents, fxRate: perUsd[currency], fxSource: `table ${date}` },
  ]);
  expect(await monthsIn(app)).toMatchObject([{ usdCents, transactions: 1 }]);
});

test('records one sale with its payment intent for each payment of a subscription', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ paymentType: 'subscription', price: '9' }, 'monthly');
  await buy(app, 'monthly');
  const [sale, ...otherSales] = await salesIn(app);
  expect(otherSales).toEqual([]);
  expect(sale).toMatchObject({ source: expect.stringMatching(/^in_/), amount: 900, usdCents: 900 });
  expect(sale?.paymentIntentId).toMatch(/^pi_/);
  expect(await monthsIn(app)).toMatchObject([{ usdCents: 900, transactions: 1 }]);
});

test('records no sale for an order that is free with a coupon', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const validCoupons = [{ code: 'FREE', discount: 100, type: 'percentage' as const }];
  await seller.publishPage({ enableCoupon: true, validCoupons }, 'gift');
  await buy(app, 'gift', 'FREE');
  expect(await salesIn(app)).toEqual([]);
  expect(await monthsIn(app)).toEqual([]);
});

test('keeps a separate total for each seller', async () => {
  const app = await createTestApp();
  const [firstSeller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  await firstSeller.publishPage({}, 'one');
  await otherSeller.publishPage({ price: '10' }, 'other');
  for (const slug of ['one', 'other', 'one']) await buy(app, slug);
  const sums = (await monthsIn(app)).map(({ usdCents, transactions }) => [usdCents, transactions]);
  expect(sums.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [1000, 1],
    [5800, 2],
  ]);
});

test('records a sale in a currency without a rate as zero and logs an error', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-rates-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const FX_RATES_FILE = path.join(folder, 'rates.json');
  await writeFile(FX_RATES_FILE, '{"date": "2026-11-01", "source": "A bank.", "perUsd": {"EUR": 0.8}}');
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const app = await createTestApp({ env: { FX_RATES_FILE }, log });
  const seller = await app.signUpSeller();
  await seller.publishPage({ currency: 'GBP', price: '20' }, 'island');
  await seller.publishPage({ currency: 'EUR', price: '20' }, 'inland');
  await buy(app, 'island');
  expect(await salesIn(app)).toMatchObject([{ amount: 2000, usdCents: 0, fxRate: null, fxSource: null }]);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ currency: 'GBP' });
  await buy(app, 'inland');
  expect(await monthsIn(app)).toMatchObject([{ usdCents: 2500, transactions: 2 }]);
});

test('keeps the total equal to its rows under concurrent payments', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ currency: 'EUR', price: '9.99' }, 'many');
  await Promise.all(Array.from({ length: 12 }, () => buy(app, 'many')));
  const rows = await salesIn(app);
  expect(rows).toHaveLength(12);
  const usdCents = rows.reduce((sum, row) => sum + row.usdCents, 0);
  expect(await monthsIn(app)).toMatchObject([{ usdCents, transactions: 12 }]);
});
