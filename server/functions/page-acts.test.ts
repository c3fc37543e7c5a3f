import { expect, test } from 'vitest';

import { dataUrlOf, pngOf } from '#server/media/image-files.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop, sellableConfig, type TestSeller } from '#server/testing.ts';

const draftOf = async (seller: TestSeller, productName = 'Course') =>
  (await seller.call('save-draft', { config: sellableConfig({ productName }) })).body.pageId;

const listed = async (seller: TestSeller) => (await seller.call('list-pages', {})).body.pages;

test('names a page after its product unless it has a name of its own', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const pageId = await draftOf(seller);
  const rename = async (name: string) => (await seller.call('rename-page', { pageId, name })).body;
  const names = async () => [
    (await listed(seller))[0]?.name,
    (await seller.call('get-page', { pageId })).body.name,
  ];
  expect(await names()).toEqual(['Course', null]);
  expect(await rename(' Spring\n\u202esale ')).toEqual({ name: 'Spring sale' });
  expect(await names()).toEqual(['Spring sale', 'Spring sale']);
  expect(await rename(' \u200b ')).toEqual({ name: 'Course' });
  expect(await names()).toEqual(['Course', null]);
});

test('accepts a name of 120 characters and refuses one of 121 with the limit', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const pageId = await draftOf(seller);
  const rename = (name: string) => seller.call('rename-page', { pageId, name });
  expect((await rename('🏺'.repeat(120))).status).toBe(200);
  const message = 'The page’s name can have at most 120 characters; this one has 121';
  expect(await rename('x'.repeat(121))).toMatchObject({
    status: 422,
    body: { error: { code: 'page_invalid', message, problems: [{ field: 'name', message }] } },
  });
  expect((await listed(seller))[0]?.name).toBe('🏺'.repeat(120));
});

test('duplicates a page as a new draft with the same images and without the slug', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const productImage = dataUrlOf('image/png', await pngOf(40, 30));
  const { pageId } = await seller.publish({ productImage, customSlug: 'taller' }, 'taller');
  const { body: copy } = await seller.call('duplicate-page', { pageId });
  const original = (await seller.call('get-page', { pageId })).body;
  expect((await seller.call('get-page', { pageId: copy.pageId })).body).toEqual({
    pageId: copy.pageId,
    name: 'Throwing Taller (copy)',
    config: { ...original.config, customSlug: '' },
    published: null,
    revision: 1,
    version: 0,
    slug: null,
    url: null,
    domainUrl: null,
    state: 'draft',
    hold: null,
  });
  expect(original.config.productImage).toMatch(/^\/media\//);
  await seller.call('save-draft', { config: sellableConfig({ productName: 'Other' }), pageId: copy.pageId });
  expect((await seller.call('get-page', { pageId })).body).toEqual(original);
});

test('duplicates the unpublished draft rather than the published version', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  await seller.call('save-draft', { config: sellableConfig({ price: '' }), pageId });
  const { body } = await seller.call('duplicate-page', { pageId });
  expect((await seller.call('get-page', { pageId: body.pageId })).body.config.price).toBe('');
});

test('marks an archived page, lists it last and keeps it on sale until a publication restores it', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId: older } = await seller.publish({}, 'older');
  await draftOf(seller, 'Second');
  const archive = async (archived: boolean) =>
    (await seller.call('archive-page', { pageId: older, archived })).body;
  const shown = async () => (await listed(seller)).map(({ name, archived }) => [name, archived]);
  await seller.call('rename-page', { pageId: older, name: 'First' });
  expect(await archive(true)).toEqual({ archived: true });
  expect(await archive(true)).toEqual({ archived: true });
  expect(await shown()).toEqual([
    ['Second', false],
    ['First', true],
  ]);
  expect(await publicShop(shop.context).findPage('older')).toMatchObject({
    page: { acceptingPayments: true },
  });
  expect(await archive(false)).toEqual({ archived: false });
  await archive(true);
  await seller.call('save-checkout-page', { config: sellableConfig(), slug: 'older', pageId: older });
  expect(await shown()).toEqual([
    ['First', false],
    ['Second', false],
  ]);
});

test('lists each page with a thumbnail and its sales in the current mode by currency', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ layout: 'modern', accentColor: '#112233' }, 'taller');
  await seller.publish({ productName: 'Unsold' }, 'unsold');
  const buy = async () => {
    const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
    await shop.pay(body.url);
  };
  await buy();
  await buy();
  const config = sellableConfig({ currency: 'JPY', price: '4000' });
  await seller.call('save-checkout-page', { config, slug: 'taller', pageId });
  await buy();
  await shop.call('create-checkout-session', { slug: 'taller' });
  const [taller, unsold] = await listed(seller);
  expect(taller).toMatchObject({
    thumbnail: { layout: 'classic', accentColor: '#a855f7', productImage: null },
    sales: {
      count: 3,
      takings: [
        { currency: 'JPY', amount: 4000 },
        { currency: 'USD', amount: 5800 },
      ],
    },
  });
  expect(unsold?.sales).toEqual({ count: 0, takings: [] });
});
