import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MAX_PAGE_FILE_BYTES, type PageFile } from '#domain/page-file.ts';
import { drafts, media, pages, sellerMedia } from '#server/db/schema-pages.ts';
import { dataUrlOf, pngOf, polyglotPng } from '#server/media/image-files.ts';
import { openShop, sellableConfig, type TestSeller, type TestShop } from '#server/testing.ts';

const written = async ({ context: { db } }: TestShop) => [
  await db.select({ rows: count() }).from(pages),
  await db.select({ rows: count() }).from(drafts),
  await db.select({ rows: count() }).from(media),
  await db.select({ rows: count() }).from(sellerMedia),
];

async function exportedFrom(seller: TestSeller): Promise<PageFile> {
  const config = sellableConfig({
    productImage: dataUrlOf('image/png', await pngOf(40, 30)),
    logo: dataUrlOf('image/png', await pngOf(30, 10)),
    customSlug: 'taller',
    validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' }],
  });
  const { pageId } = (await seller.call('save-draft', { config })).body;
  await seller.call('rename-page', { pageId, name: 'Spring' });
  return (await seller.call('export-page', { pageId })).body;
}

test('restores a page from its file with byte-identical images', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const file = await exportedFrom(seller);
  expect(file).toMatchObject({ format: 'tillwright-page', version: 1, schema: 2, name: 'Spring' });
  expect([file.config.logo, file.config.productImage]).toEqual([
    expect.stringMatching(/^data:image\/webp;base64,/),
    expect.stringMatching(/^data:image\/webp;base64,/),
  ]);
  const before = (await seller.call('list-pages', {})).body.pages[0];
  const { body } = await seller.call('import-page', { file });
  expect(body.pageId).not.toBe(before?.id);
  const original = (await seller.call('get-page', { pageId: before?.id ?? '' })).body;
  const imported = (await seller.call('get-page', { pageId: body.pageId })).body;
  expect(imported).toEqual({ ...original, pageId: body.pageId });
  expect((await seller.call('export-page', { pageId: body.pageId })).body).toEqual(file);
});

test('lets another seller import the file and own its images', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  const file = await exportedFrom(seller);
  const { pageId } = (await other.call('import-page', { file })).body;
  const { config } = (await other.call('get-page', { pageId })).body;
  const saved = await other.call('save-draft', { config, pageId });
  expect(saved.status).toBe(200);
  expect((await other.call('export-page', { pageId })).body).toEqual(file);
});

test('re-encodes an image from another source like an upload', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const file = await exportedFrom(seller);
  const polyglot = dataUrlOf('image/png', await polyglotPng());
  const imported = await seller.call('import-page', {
    file: { ...file, config: { ...file.config, productImage: polyglot } },
  });
  const again = (await seller.call('export-page', { pageId: imported.body.pageId })).body;
  const [, base64 = ''] = again.config.productImage?.split(',') ?? [];
  expect(Buffer.from(base64, 'base64').toString('latin1')).not.toContain('<script>');
  expect(again.config.productImage).toMatch(/^data:image\/webp;base64,/);
});

test('resizes a product image of ours when a file uses it as a logo', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const image = dataUrlOf('image/png', await pngOf(900, 900));
  const { pageId } = (await seller.call('save-draft', { config: sellableConfig({ productImage: image }) }))
    .body;
  const file = (await seller.call('export-page', { pageId })).body;
  const config = { ...file.config, logo: file.config.productImage };
  const imported = await seller.call('import-page', { file: { ...file, config } });
  const page = (await seller.call('get-page', { pageId: imported.body.pageId })).body;
  const rows = await shop.context.db.select({ sha256: media.sha256, height: media.height }).from(media);
  const heightOf = (path: string | null) => rows.find(({ sha256 }) => path?.includes(sha256))?.height;
  expect([heightOf(page.config.productImage), heightOf(page.config.logo)]).toEqual([900, 180]);
});

test('refuses a hostile or broken file as a whole with a message', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const file = await exportedFrom(seller);
  const before = await written(shop);
  const withConfig = (change: object) => ({ ...file, config: { ...file.config, ...change } });
  const svgBomb = dataUrlOf(
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
  );
  const fresh = dataUrlOf('image/png', await pngOf(33, 33));
  const cases: [string, number, unknown][] = [
    ['page_file_invalid', 422, { ...file, format: 'other' }],
    ['page_file_invalid', 422, { ...file, version: 2 }],
    ['page_file_invalid', 422, { ...file, schema: 0 }],
    ['page_file_invalid', 422, { ...file, sellerId: 'me' }],
    ['page_file_invalid', 422, { ...file, name: 'x'.repeat(121) }],
    ['page_file_invalid', 422, []],
    ['page_file_invalid', 422, withConfig({ onSale: true })],
    ['page_file_invalid', 422, withConfig({ productImage: 'https://evil.example/a.png' })],
    ['page_file_invalid', 422, withConfig({ logo: `/media/${'0a'.repeat(32)}.webp` })],
    ['page_file_invalid', 422, withConfig({ productImage: 'data:text/html;base64,AAAA' })],
    // The logo before it is new and valid, and must not be stored either.
    ['image_unreadable', 422, withConfig({ logo: fresh, productImage: dataUrlOf('image/png', 'no image') })],
    ['image_type', 415, withConfig({ logo: fresh, productImage: svgBomb })],
    ['logo_type', 415, withConfig({ logo: dataUrlOf('image/gif', 'GIF89a') })],
    ['invalid_request', 400, 'a text'],
    ['invalid_request', 400, null],
  ];
  for (const [code, status, hostile] of cases) {
    const answer = await seller.call('import-page', { file: hostile as PageFile });
    expect([hostile, answer.status, answer.body.error?.code]).toEqual([hostile, status, code]);
    expect(answer.body.error?.message).not.toBe('');
  }
  expect(await written(shop)).toEqual(before);
});

test('accepts a file of 8 MB and refuses one byte more', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const file = await exportedFrom(seller);
  const post = (bytes: number) => {
    return shop.request('/functions/v1/import-page', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${seller.session.access_token}`,
        'content-type': 'application/json',
      },
      body: `{"file":${JSON.stringify(file).padEnd(bytes)}}`,
    });
  };
  expect((await post(MAX_PAGE_FILE_BYTES)).status).toBe(200);
  expect((await post(MAX_PAGE_FILE_BYTES + 1)).status).toBe(413);
});

test('imports a draft that is too long to be published', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const file = await exportedFrom(seller);
  const config = { ...file.config, productName: 'x'.repeat(10_000), features: ['y'.repeat(10_000)] };
  const { status, body } = await seller.call('import-page', { file: { ...file, config } });
  expect(status).toBe(200);
  expect((await seller.call('export-page', { pageId: body.pageId })).body.config).toEqual(config);
});
