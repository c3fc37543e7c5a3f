import { createServer } from 'node:http';

import Stripe from 'stripe';
import { expect, test } from 'vitest';

import { MAX_IMAGE_BYTES } from '#domain/image.ts';
import { pngOf } from '#server/media/image-files.ts';

import { openDeafShop } from '#server/testing-deaf.ts';
import { listening } from '#server/testing-listening.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';

async function openWithAccount(
  open: () => Promise<TestShop> = openShop,
): Promise<{ shop: TestShop; seller: TestSeller; account: string }> {
  const shop = await open();
  const seller = await shop.seller();
  await seller.onboard();
  const { body } = await seller.call('get-connection', {});
  return { shop, seller, account: body.stripe_account_id ?? '' };
}

/** Stripe client of the seller's own account. */
function stripeOf({ sandbox }: TestShop): Stripe {
  if (!sandbox) throw new Error('There is no sandbox in this process');
  return new Stripe('sk_test_seller', { httpClient: Stripe.createFetchHttpClient(sandbox.api) });
}

/** Creates a product with several prices, and a product without any. */
async function stocked({ shop, account }: { shop: TestShop; account: string }) {
  const ask = stripeOf(shop);
  const on = { stripeAccount: account };
  const course = await ask.products.create(
    {
      name: 'Glaze School',
      description: 'Twelve evenings of glazes.',
      images: ['https://pictures.invalid/a.png'],
    },
    on,
  );
  const price = (amount: number, more: object = {}) =>
    ask.prices.create({ product: course.id, currency: 'eur', unit_amount: amount, ...more }, on);
  await price(4900, { nickname: 'All at once' });
  const monthly = await price(900, { nickname: 'By the month', recurring: { interval: 'month' } });
  await price(2500, { recurring: { interval: 'month', interval_count: 3 } });
  await price(5500, { currency: 'usd' });
  await ask.products.update(course.id, { default_price: monthly.id }, on);
  const bare = await ask.products.create({ name: 'Only a name' }, on);
  return { course: course.id, bare: bare.id };
}

test('lists products of the Stripe account with prices and warnings', async () => {
  const world = await openWithAccount();
  const ids = await stocked(world);
  const { status, body } = await world.seller.call('find-products', { source: 'stripe' });
  expect(status).toBe(200);
  const course = body.products.find(({ key }) => key === ids.course);
  expect(course).toMatchObject({ name: 'Glaze School', priceText: '€9.00 EUR/month', pageId: null });
  expect(course?.remarks).toEqual([
    'A price every 3 months was left out: a page cannot have it.',
    'Prices in other currencies were left out: a page has one currency.',
  ]);
  expect(body.products.find(({ key }) => key === ids.bare)).toMatchObject({
    priceText: 'No price',
    remarks: ['It has no price that a page can have: type one.'],
  });
});

test('imports a product as a draft with all prices, and marks it as imported while its page exists', async () => {
  const world = await openWithAccount();
  const { seller } = world;
  const { course } = await stocked(world);
  const { body } = await seller.call('import-products', { source: 'stripe', keys: [course, 'prod_gone'] });
  expect(body.failed).toEqual([{ key: 'prod_gone', problem: 'It is not there any more.' }]);
  const [made] = body.pages;
  expect(made?.remarks.at(-1)).toMatch(/^The picture was not taken over\. .+\.$/);
  const pageId = made?.pageId ?? '';
  const { config, state } = (await seller.call('get-page', { pageId })).body;
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
  await seller.takePlan();
  expect((await seller.call('save-checkout-page', { config, slug: '', pageId })).status).toBe(200);
  const imported = async () =>
    (await seller.call('find-products', { source: 'stripe' })).body.products.find(({ key }) => key === course)
      ?.pageId;
  expect(await imported()).toBe(pageId);
  await seller.call('delete-page', { pageId });
  expect(await imported()).toBeNull();
});

test('requires a Stripe account and never shows products of another seller', async () => {
  const world = await openWithAccount();
  const { course } = await stocked(world);
  const other = await world.shop.seller();
  const refused = await other.call('find-products', { source: 'stripe' });
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'stripe_not_connected']);
  await other.onboard();
  expect((await other.call('find-products', { source: 'stripe' })).body.products).toEqual([]);
  const tried = await other.call('import-products', { source: 'stripe', keys: [course] });
  expect(tried.body).toEqual({ pages: [], failed: [{ key: course, problem: 'It is not there any more.' }] });
});

test('reports a disconnected account even before its event arrives', async () => {
  const { shop, seller, account } = await openWithAccount(openDeafShop);
  await shop.request(`/sandbox/dashboard/${account}/disconnect`, { method: 'POST' });
  for (const { status, body } of [
    await seller.call('find-products', { source: 'stripe' }),
    await seller.call('import-products', { source: 'stripe', keys: ['prod_any'] }),
  ])
    expect([status, body.error?.code]).toEqual([409, 'stripe_not_connected']);
});

/** Image host on this machine, which the sandbox may request. */
async function pictureHost(): Promise<string> {
  const png = await pngOf(60, 40);
  const server = createServer((request, response) => {
    if (request.url === '/a.png') response.setHeader('Content-Type', 'image/png').end(png);
    else if (request.url === '/large.png') response.end(Buffer.concat([png, Buffer.alloc(MAX_IMAGE_BYTES)]));
    else response.end('<p>No picture</p>');
  });
  return `http://127.0.0.1:${(await listening(server)).port}`;
}

test('copies an image once for the seller, and imports without an unusable image', async () => {
  const { shop, seller, account } = await openWithAccount();
  const host = await pictureHost();
  const ask = stripeOf(shop);
  const keys: string[] = [];
  for (const file of ['a.png', 'large.png', 'page.html'])
    keys.push(
      (await ask.products.create({ name: file, images: [`${host}/${file}`] }, { stripeAccount: account })).id,
    );
  const { pages } = (await seller.call('import-products', { source: 'stripe', keys })).body;
  const images = await Promise.all(
    pages.map(async ({ pageId }) => (await seller.call('get-page', { pageId })).body.config.productImage),
  );
  expect(images).toEqual([expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webp$/), null, null]);
  expect(pages.map(({ remarks }) => remarks.at(-1))).toEqual([
    'It has no price that a page can have: type one.',
    'The picture was not taken over. It is larger than 2 MB.',
    'The picture was not taken over. It is no picture that we can draw.',
  ]);
});
