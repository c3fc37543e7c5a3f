import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { CONFIG_SCHEMA } from '#domain/checkout-page.ts';
import { MAX_PAGE_FILE_BYTES, type PageFile } from '#domain/page-file.ts';
import { drafts, media, pages, sellerMedia } from '#server/db/schema-pages.ts';
import { dataUrlOf, pngOf, polyglotPng } from '#server/testing/image-files.ts';
import { createTestApp, sellableConfig, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

const countRows = async ({ context: { db } }: TestApp) => [
  await db.select({ rows: count() }).from(pages),
  await db.select({ rows: count() }).from(drafts),
  await db.select({ rows: count() }).from(media),
  await db.select({ rows: count() }).from(sellerMedia),
];

async function exportNewPage(seller: TestSeller): Promise<PageFile> {
  const config = sellableConfig({
    productImage: dataUrlOf('image/png', await pngOf(40, 30)),
    logo: dataUrlOf('image/png', await pngOf(30, 10)),
    customSlug: 'taller',
    validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' }],
  });
  const { pageId } = (await seller.rpc('save-draft', { config })).body;
  await seller.rpc('rename-page', { pageId, name: 'Spring' });
  return (await seller.rpc('export-page', { pageId })).body;
}

test('restores a page from its file with byte-identical images', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const file = await exportNewPage(seller);
  expect(file).toMatchObject({ format: 'tillwright-page', version: 1, schema: CONFIG_SCHEMA, name: 'Spring' });
  expect([file.config.logo, file.config.productImage]).toEqual([
    expect.stringMatching(/^data:image\/webp;base64,/),
    expect.stringMatching(/^data:image\/webp;base64,/),
  ]);
  const before = (await seller.rpc('list-pages', {})).body.pages[0];
  const { body } = await seller.rpc('import-page', { file });
  expect(body.pageId).not.toBe(before?.id);
  const original = (await seller.rpc('get-page', { pageId: before?.id ?? '' })).body;
  const imported = (await seller.rpc('get-page', { pageId: body.pageId })).body;
  expect(imported).toEqual({ ...original, pageId: body.pageId });
  expect((await seller.rpc('export-page', { pageId: body.pageId })).body).toEqual(file);
});

test('lets another seller import the file and own its images', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const file = await exportNewPage(seller);
  const { pageId } = (await otherSeller.rpc('import-page', { file })).body;
  const { config } = (await otherSeller.rpc('get-page', { pageId })).body;
  const saved = await otherSeller.rpc('save-draft', { config, pageId });
  expect(saved.status).toBe(200);
  expect((await otherSeller.rpc('export-page', { pageId })).body).toEqual(file);
});

test('re-encodes an image from another source like an upload', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const file = await exportNewPage(seller);
  const polyglot = dataUrlOf('image/png', await polyglotPng());
  const imported = await seller.rpc('import-page', {
    file: { ...file, config: { ...file.config, productImage: polyglot } },
  });
  const reexported = (await seller.rpc('export-page', { pageId: imported.body.pageId })).body;
  const [, base64 = ''] = reexported.config.productImage?.split(',') ?? [];
  expect(Buffer.from(base64, 'base64').toString('latin1')).not.toContain('<script>');
  expect(reexported.config.productImage).toMatch(/^data:image\/webp;base64,/);
});

test('resizes a product image of ours when a file uses it as a logo', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const image = dataUrlOf('image/png', await pngOf(900, 900));
  const { pageId } = (await seller.rpc('save-draft', { config: sellableConfig({ productImage: image }) })).body;
  const file = (await seller.rpc('export-page', { pageId })).body;
  const config = { ...file.config, logo: file.config.productImage };
  const imported = await seller.rpc('import-page', { file: { ...file, config } });
  const page = (await seller.rpc('get-page', { pageId: imported.body.pageId })).body;
  const rows = await app.context.db.select({ sha256: media.sha256, height: media.height }).from(media);
  const heightOf = (path: string | null) => rows.find(({ sha256 }) => path?.includes(sha256))?.height;
  expect([heightOf(page.config.productImage), heightOf(page.config.logo)]).toEqual([900, 180]);
});

test('refuses a hostile or broken file as a whole with a message', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const file = await exportNewPage(seller);
  const before = await countRows(app);
  const withConfig = (change: object) => ({ ...file, config: { ...file.config, ...change } });
  const svgBomb = dataUrlOf('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  const validLogo = dataUrlOf('image/png', await pngOf(33, 33));
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
    ['image_unreadable', 422, withConfig({ logo: validLogo, productImage: dataUrlOf('image/png', 'no image') })],
    ['image_type', 415, withConfig({ logo: validLogo, productImage: svgBomb })],
    ['logo_type', 415, withConfig({ logo: dataUrlOf('image/gif', 'GIF89a') })],
    ['invalid_request', 400, 'a text'],
    ['invalid_request', 400, null],
  ];
  for (const [code, status, invalidFile] of cases) {
    const answer = await seller.rpc('import-page', { file: invalidFile as PageFile });
    expect([invalidFile, answer.status, answer.body.error?.code]).toEqual([invalidFile, status, code]);
    expect(answer.body.error?.message).not.toBe('');
  }
  expect(await countRows(app)).toEqual(before);
});

test('accepts a file of 8 MB and refuses one byte more', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const file = await exportNewPage(seller);
  const postFile = (bytes: number) => {
    return app.request('/functions/v1/import-page', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${seller.session.access_token}`,
        'content-type': 'application/json',
      },
      body: `{"file":${JSON.stringify(file).padEnd(bytes)}}`,
    });
  };
  expect((await postFile(MAX_PAGE_FILE_BYTES)).status).toBe(200);
  expect((await postFile(MAX_PAGE_FILE_BYTES + 1)).status).toBe(413);
});

test('imports a draft that is too long to be published', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const file = await exportNewPage(seller);
  const config = { ...file.config, productName: 'x'.repeat(10_000), features: ['y'.repeat(10_000)] };
  const { status, body } = await seller.rpc('import-page', { file: { ...file, config } });
  expect(status).toBe(200);
  expect((await seller.rpc('export-page', { pageId: body.pageId })).body.config).toEqual(config);
});
