import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { normalizeConfig } from '#domain/page-fields.ts';
import { configArbitrary } from '#domain/testing/page-config.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';
import { dataUrlOf, jpegOf, pngOf } from '#server/testing/image-files.ts';
import { createTestApp, type TestSeller } from '#server/testing/test-app.ts';

/** Replaces each image by whether there is one, because stored configs hold URLs instead. */
const withoutImages = (config: CheckoutPageConfig) => ({
  ...config,
  logo: config.logo !== null,
  productImage: config.productImage !== null,
});

async function saveDraft(seller: TestSeller, config: CheckoutPageConfig): Promise<string> {
  const { status, body } = await seller.rpc('save-draft', { config });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.pageId;
}

async function getPage(seller: TestSeller, pageId: string) {
  return (await seller.rpc('get-page', { pageId })).body;
}

async function publish(seller: TestSeller, pageId: string) {
  const { config } = await getPage(seller, pageId);
  const { status, body } = await seller.rpc('save-checkout-page', {
    config,
    slug: config.customSlug,
    pageId,
  });
  expect([status, body.error]).toEqual([200, undefined]);
}

/** Deletes all pages, which frees their slugs for the next run. */
async function deleteAll(seller: TestSeller) {
  for (const { id } of (await seller.rpc('list-pages', {})).body.pages) await seller.rpc('delete-page', { pageId: id });
}

test('saves, publishes, exports and imports any page unchanged', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard();
  await seller.givePlan();
  const images = [dataUrlOf('image/png', await pngOf(40, 30)), dataUrlOf('image/jpeg', await jpegOf(20, 60))];
  await fc.assert(
    fc.asyncProperty(configArbitrary(images), async (config) => {
      await deleteAll(seller);
      const pageId = await saveDraft(seller, config);
      await publish(seller, pageId);
      const published = await getPage(seller, pageId);
      expect(withoutImages(published.config)).toEqual(withoutImages(normalizeConfig(config)));
      expect(published.published).toEqual(published.config);

      const file = (await seller.rpc('export-page', { pageId })).body;
      const imported = await seller.rpc('import-page', { file });
      expect([imported.status, imported.body.error]).toEqual([200, undefined]);
      const importedPage = await getPage(seller, imported.body.pageId);
      expect(importedPage.config).toEqual(published.config);
      expect((await seller.rpc('export-page', { pageId: importedPage.pageId })).body).toEqual(file);
    }),
    { numRuns: shortOrFull(6, 25), seed: 20_261_120 },
  );
}, 120_000);
