import { createServer } from 'node:http';

import Stripe from 'stripe';
import { expect, test } from 'vitest';

import { MAX_IMAGE_BYTES } from '#domain/image.ts';
import { createAppWithoutEvents } from '#server/testing/dropped-events.ts';
import { pngOf } from '#server/testing/image-files.ts';
import { listen } from '#server/testing/listening-server.ts';
import { createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

async function openWithAccount(
  openApp: () => Promise<TestApp> = createTestApp,
): Promise<{ app: TestApp; seller: TestSeller; account: string }> {
  const app = await openApp();
  const seller = await app.signUpSeller();
  await seller.onboard();
  const { body } = await seller.rpc('get-connection', {});
  return { app, seller, account: body.stripe_account_id ?? '' };
}

/** Stripe client of the seller's own account. */
function stripeClientOf({ sandbox }: TestApp): Stripe {
  if (!sandbox) throw new Error('There is no sandbox in this process');
  return new Stripe('sk_test_seller', { httpClient: Stripe.createFetchHttpClient(sandbox.api) });
}

/** Creates a product with several prices, and a product without any. */
async function createProducts({ app, account }: { app: TestApp; account: string }) {
  const stripe = stripeClientOf(app);
  const requestOptions = { stripeAccount: account };
  const course = await stripe.products.create(
    {
      name: 'Glaze School',
      description: 'Twelve evenings of glazes.',
      images: ['https://pictures.invalid/a.png'],
    },
    requestOptions,
  );
  const price = (amount: number, params: object = {}) =>
    stripe.prices.create({ product: course.id, currency: 'eur', unit_amount: amount, ...params }, requestOptions);
  await price(4900, { nickname: 'All at once' });
  const monthly = await price(900, { nickname: 'By the month', recurring: { interval: 'month' } });
  await price(2500, { recurring: { interval: 'month', interval_count: 3 } });
  await price(5500, { currency: 'usd' });
  await stripe.products.update(course.id, { default_price: monthly.id }, requestOptions);
  await stripe.products.create({ id: 'tw_1', name: 'Product of a checkout' }, requestOptions);
  const bare = await stripe.products.create({ name: 'Only a name' }, requestOptions);
  return { course: course.id, bare: bare.id };
}

test('lists products of the Stripe account with prices and warnings', async () => {
  const fixture = await openWithAccount();
  const ids = await createProducts(fixture);
  const { status, body } = await fixture.seller.rpc('find-products', { source: 'stripe' });
  expect(status).toBe(200);
  expect(body.products.map(({ key }) => key).toSorted()).toEqual([ids.bare, ids.course].toSorted());
  const course = body.products.find(({ key }) => key === ids.course);
  expect(course).toMatchObject({ name: 'Glaze School', priceText: '€9.00 EUR/month', pageId: null });
  expect(course?.remarks).toEqual([
    'A price billed every 3 months was skipped because pages don’t support it.',
    'Prices in other currencies were skipped: a page has one currency.',
  ]);
  expect(body.products.find(({ key }) => key === ids.bare)).toMatchObject({
    priceText: 'No price',
    remarks: ['No supported price was found. Enter one.'],
  });
});

test('imports a product as a draft with all prices, and marks it as imported while its page exists', async () => {
  const fixture = await openWithAccount();
  const { seller } = fixture;
  const { course } = await createProducts(fixture);
  const { body } = await seller.rpc('import-products', { source: 'stripe', keys: [course, 'prod_gone'] });
  expect(body.failed).toEqual([{ key: 'prod_gone', problem: 'This product no longer exists.' }]);
  const [importedPage] = body.pages;
  expect(importedPage?.remarks.at(-1)).toMatch(/^The image wasn’t imported\. .+\.$/);
  const pageId = importedPage?.pageId ?? '';
  const { config, state } = (await seller.rpc('get-page', { pageId })).body;
  expect(state).toBe('draft');
  expect(config).toMatchObject({
    productName: 'Glaze School',
    description: 'Twelve evenings of glazes.',
    price: '9.00',
    currency: 'EUR',
    paymentType: 'subscription',
    billingFrequency: 'monthly',
    productImage: null,
    priceOptions: {
      baseName: 'By the month',
      others: [{ id: 'option-1', name: 'All at once', price: '49.00', paymentType: 'one-time' }],
    },
  });
  await seller.givePlan();
  expect((await seller.rpc('save-checkout-page', { config, slug: '', pageId })).status).toBe(200);
  const findImportedPage = async () =>
    (await seller.rpc('find-products', { source: 'stripe' })).body.products.find(({ key }) => key === course)?.pageId;
  expect(await findImportedPage()).toBe(pageId);
  await seller.rpc('delete-page', { pageId });
  expect(await findImportedPage()).toBeNull();
});

test('requires a Stripe account and never shows products of another seller', async () => {
  const fixture = await openWithAccount();
  const { course } = await createProducts(fixture);
  const otherSeller = await fixture.app.signUpSeller();
  const rejected = await otherSeller.rpc('find-products', { source: 'stripe' });
  expect([rejected.status, rejected.body.error?.code]).toEqual([409, 'stripe_not_connected']);
  await otherSeller.onboard();
  expect((await otherSeller.rpc('find-products', { source: 'stripe' })).body.products).toEqual([]);
  const importResponse = await otherSeller.rpc('import-products', { source: 'stripe', keys: [course] });
  expect(importResponse.body).toEqual({
    pages: [],
    failed: [{ key: course, problem: 'This product no longer exists.' }],
  });
});

test('reports a disconnected account even before its event arrives', async () => {
  const { app, seller, account } = await openWithAccount(createAppWithoutEvents);
  await app.request(`/sandbox/dashboard/${account}/disconnect`, { method: 'POST' });
  for (const { status, body } of [
    await seller.rpc('find-products', { source: 'stripe' }),
    await seller.rpc('import-products', { source: 'stripe', keys: ['prod_any'] }),
  ])
    expect([status, body.error?.code]).toEqual([409, 'stripe_not_connected']);
});

/** Image host on this machine, which the sandbox may request. */
async function startImageHost(): Promise<string> {
  const png = await pngOf(60, 40);
  const server = createServer((request, response) => {
    if (request.url === '/a.png') response.setHeader('Content-Type', 'image/png').end(png);
    else if (request.url === '/large.png') response.end(Buffer.concat([png, Buffer.alloc(MAX_IMAGE_BYTES)]));
    else response.end('<p>No picture</p>');
  });
  return `http://127.0.0.1:${(await listen(server)).port}`;
}

test('copies an image once for the seller, and imports without an unusable image', async () => {
  const { app, seller, account } = await openWithAccount();
  const host = await startImageHost();
  const stripe = stripeClientOf(app);
  const keys: string[] = [];
  for (const fileName of ['a.png', 'large.png', 'page.html'])
    keys.push(
      (await stripe.products.create({ name: fileName, images: [`${host}/${fileName}`] }, { stripeAccount: account }))
        .id,
    );
  const { pages } = (await seller.rpc('import-products', { source: 'stripe', keys })).body;
  const images = await Promise.all(
    pages.map(async ({ pageId }) => (await seller.rpc('get-page', { pageId })).body.config.productImage),
  );
  expect(images).toEqual([expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webp$/), null, null]);
  expect(pages.map(({ remarks }) => remarks.at(-1))).toEqual([
    'No supported price was found. Enter one.',
    'The image wasn’t imported. It’s larger than 2 MB.',
    'The image wasn’t imported. Its format isn’t supported.',
  ]);
});
