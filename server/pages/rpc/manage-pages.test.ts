import { expect, test } from 'vitest';

import { createPublicServices } from '#server/routes/public-services.ts';
import { dataUrlOf, pngOf } from '#server/testing/image-files.ts';
import { createTestApp, sellableConfig, type TestSeller } from '#server/testing/test-app.ts';

const saveDraft = async (seller: TestSeller, productName = 'Course') =>
  (await seller.rpc('save-draft', { config: sellableConfig({ productName }) })).body.pageId;

const listPages = async (seller: TestSeller) => (await seller.rpc('list-pages', {})).body.pages;

test('names a page after its product unless it has a name of its own', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const pageId = await saveDraft(seller);
  const rename = async (name: string) => (await seller.rpc('rename-page', { pageId, name })).body;
  const names = async () => [(await listPages(seller))[0]?.name, (await seller.rpc('get-page', { pageId })).body.name];
  expect(await names()).toEqual(['Course', null]);
  expect(await rename(' Spring\n\u202esale ')).toEqual({ name: 'Spring sale' });
  expect(await names()).toEqual(['Spring sale', 'Spring sale']);
  expect(await rename(' \u200b ')).toEqual({ name: 'Course' });
  expect(await names()).toEqual(['Course', null]);
});

test('accepts a name of 120 characters and refuses one of 121 with the limit', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const pageId = await saveDraft(seller);
  const rename = (name: string) => seller.rpc('rename-page', { pageId, name });
  expect((await rename('🏺'.repeat(120))).status).toBe(200);
  const message = 'The page’s name can’t be longer than 120 characters (now 121)';
  expect(await rename('x'.repeat(121))).toMatchObject({
    status: 422,
    body: { error: { code: 'page_invalid', message, problems: [{ field: 'name', message }] } },
  });
  expect((await listPages(seller))[0]?.name).toBe('🏺'.repeat(120));
});

test('duplicates a page as a new draft with the same images and without the slug', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const productImage = dataUrlOf('image/png', await pngOf(40, 30));
  const { pageId } = await seller.publishPage({ productImage, customSlug: 'taller' }, 'taller');
  const { body: copy } = await seller.rpc('duplicate-page', { pageId });
  const original = (await seller.rpc('get-page', { pageId })).body;
  expect((await seller.rpc('get-page', { pageId: copy.pageId })).body).toEqual({
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
  await seller.rpc('save-draft', { config: sellableConfig({ productName: 'Other' }), pageId: copy.pageId });
  expect((await seller.rpc('get-page', { pageId })).body).toEqual(original);
});

test('duplicates the unpublished draft rather than the published version', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  await seller.rpc('save-draft', { config: sellableConfig({ price: '' }), pageId });
  const { body } = await seller.rpc('duplicate-page', { pageId });
  expect((await seller.rpc('get-page', { pageId: body.pageId })).body.config.price).toBe('');
});

test('marks an archived page, lists it last and keeps it on sale until a publication restores it', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId: older } = await seller.publishPage({}, 'older');
  await saveDraft(seller, 'Second');
  const archive = async (archived: boolean) => (await seller.rpc('archive-page', { pageId: older, archived })).body;
  const listShownNames = async () => (await listPages(seller)).map(({ name, archived }) => [name, archived]);
  await seller.rpc('rename-page', { pageId: older, name: 'First' });
  expect(await archive(true)).toEqual({ archived: true });
  expect(await archive(true)).toEqual({ archived: true });
  expect(await listShownNames()).toEqual([
    ['Second', false],
    ['First', true],
  ]);
  expect(await createPublicServices(app.context).findPage('older')).toMatchObject({
    page: { acceptingPayments: true },
  });
  expect(await archive(false)).toEqual({ archived: false });
  await archive(true);
  await seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'older', pageId: older });
  expect(await listShownNames()).toEqual([
    ['First', false],
    ['Second', false],
  ]);
});

test('lists each page with a thumbnail and its sales in the current mode by currency', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ layout: 'modern', accentColor: '#112233' }, 'taller');
  await seller.publishPage({ productName: 'Unsold' }, 'unsold');
  const buy = async () => {
    const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
    await app.payAtStripe(body.url);
  };
  await buy();
  await buy();
  const config = sellableConfig({ currency: 'JPY', price: '4000' });
  await seller.rpc('save-checkout-page', { config, slug: 'taller', pageId });
  await buy();
  await app.rpc('create-checkout-session', { slug: 'taller' });
  const [taller, unsold] = await listPages(seller);
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
