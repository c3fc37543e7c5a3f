import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { media } from '#server/db/schema-pages.ts';
import { createTestApp, sellableConfig, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

import { dataUrlOf, pngOf } from '../testing/image-files.ts';

const upload = async (seller: TestSeller, side: number) => {
  const image = dataUrlOf('image/png', await pngOf(side, side));
  return seller.rpc('upload-image', { image, use: 'product' });
};

/** Simulates an image so large that it fills the seller's storage. */
const fillSpace = async ({ context }: TestApp, url: string) =>
  context.db
    .update(media)
    .set({ bytes: sql`convert_to(repeat('x', 50 * 1024 * 1024), 'UTF8')` })
    .where(eq(media.sha256, url.slice(7, 71)));

const FULL = { status: 413, body: { error: { code: 'storage_full' } } };

test('frees storage when a seller with full storage deletes a page', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const productImage = (await upload(seller, 10)).body.url;
  const { pageId } = await seller.publishPage({ productImage }, 'taller');
  await fillSpace(app, productImage);
  expect(await upload(seller, 11)).toMatchObject(FULL);
  expect((await upload(seller, 10)).status).toBe(200);
  await seller.rpc('delete-page', { pageId });
  expect((await upload(seller, 11)).status).toBe(200);

  // The image still belongs to the seller and counts again when it is used again.
  const { body } = await seller.rpc('save-draft', { config: sellableConfig({ productImage }) });
  expect((await seller.rpc('get-page', { pageId: body.pageId })).body.config.productImage).toBe(productImage);
  expect(await upload(seller, 12)).toMatchObject(FULL);
});

test('counts images of other pages, of former versions and of no page', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const productImage = (await upload(seller, 10)).body.url;
  await fillSpace(app, productImage);
  expect(await upload(seller, 11)).toMatchObject(FULL);
  const first = await seller.publishPage({ productImage }, 'first');
  const second = await seller.publishPage({ productImage }, 'second');
  await seller.publishPage({ productImage: null }, 'second');
  await seller.rpc('delete-page', { pageId: first.pageId });
  expect(await upload(seller, 11)).toMatchObject(FULL);
  await seller.rpc('delete-page', { pageId: second.pageId });
  expect((await upload(seller, 11)).status).toBe(200);
});

test('stores the picture of an extra in a small size, and embeds it in page files', async () => {
  const app = await createTestApp();
  const [seller, other] = [await app.signUpSeller(), await app.signUpSeller()];
  const image = dataUrlOf('image/png', await pngOf(1000, 500));
  const { pageId } = await seller.publishPage(withBumps(createBump('a', '9', { image })), 'taller');
  const { bumps } = (await seller.rpc('get-page', { pageId })).body.config;
  const imagePath = bumps.items[0]?.image ?? '';
  const [stored] = await app.context.db.select().from(media);
  expect([imagePath, stored?.width, stored?.height]).toEqual([`/media/${stored?.sha256}.webp`, 384, 192]);
  const file = (await seller.rpc('export-page', { pageId })).body;
  expect(file.config.bumps.items[0]?.image).toMatch(/^data:image\/webp;base64,/);
  const imported = await other.rpc('import-page', { file });
  const copy = (await other.rpc('get-page', { pageId: imported.body.pageId })).body.config;
  expect(copy.bumps.items[0]?.image).toBe(imagePath);
  const stolen = await app.signUpSeller();
  const { body } = await stolen.rpc('save-draft', {
    config: sellableConfig(withBumps(createBump('a', '9', { image: imagePath }))),
  });
  expect((await stolen.rpc('get-page', { pageId: body.pageId })).body.config.bumps.items[0]?.image).toBeNull();
});
