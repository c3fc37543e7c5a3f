import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyConfig } from '#domain/any-config.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { tidyConfig } from '#domain/page-problems.ts';

import { shortOrFull } from '#server/testing-scale.ts';
import { dataUrlOf, jpegOf, pngOf } from '#server/media/image-files.ts';
import { openShop, type TestSeller } from '#server/testing.ts';

/** Replaces each image by whether there is one, because stored configs hold URLs instead. */
const withoutImages = (config: CheckoutPageConfig) => ({
  ...config,
  logo: config.logo !== null,
  productImage: config.productImage !== null,
});

async function saved(seller: TestSeller, config: CheckoutPageConfig): Promise<string> {
  const { status, body } = await seller.call('save-draft', { config });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.pageId;
}

async function read(seller: TestSeller, pageId: string) {
  return (await seller.call('get-page', { pageId })).body;
}

async function publish(seller: TestSeller, pageId: string) {
  const { config } = await read(seller, pageId);
  const { status, body } = await seller.call('save-checkout-page', {
    config,
    slug: config.customSlug,
    pageId,
  });
  expect([status, body.error]).toEqual([200, undefined]);
}

/** Deletes all pages, which frees their slugs for the next run. */
async function deleteAll(seller: TestSeller) {
  for (const { id } of (await seller.call('list-pages', {})).body.pages)
    await seller.call('delete-page', { pageId: id });
}

test('saves, publishes, exports and imports any page unchanged', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.onboard();
  await seller.takePlan();
  const images = [dataUrlOf('image/png', await pngOf(40, 30)), dataUrlOf('image/jpeg', await jpegOf(20, 60))];
  await fc.assert(
    fc.asyncProperty(anyConfig(images), async (config) => {
      await deleteAll(seller);
      const pageId = await saved(seller, config);
      await publish(seller, pageId);
      const published = await read(seller, pageId);
      expect(withoutImages(published.config)).toEqual(withoutImages(tidyConfig(config)));
      expect(published.published).toEqual(published.config);

      const file = (await seller.call('export-page', { pageId })).body;
      const imported = await seller.call('import-page', { file });
      expect([imported.status, imported.body.error]).toEqual([200, undefined]);
      const again = await read(seller, imported.body.pageId);
      expect(again.config).toEqual(published.config);
      expect((await seller.call('export-page', { pageId: again.pageId })).body).toEqual(file);
    }),
    { numRuns: shortOrFull(6, 25), seed: 20_261_120 },
  );
}, 120_000);
