import { expect, test } from 'vitest';

import { MAX_IMPORT_FILE_BYTES } from '#domain/product-import.ts';
import { createTestApp } from '#server/testing/test-app.ts';

test('turns the products of a file into drafts and refuses a file that is too large with advice', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const csv = 'name,price\nGlaze Recipes,$19\n';
  const foundProducts = await seller.rpc('find-products', { source: 'gumroad', csv });
  expect(foundProducts.body.products).toMatchObject([{ name: 'Glaze Recipes', pageId: null }]);
  const imported = await seller.rpc('import-products', {
    source: 'gumroad',
    csv,
    keys: ['glaze recipes'],
  });
  expect(imported.body).toMatchObject({ pages: [{ key: 'glaze recipes' }], failed: [] });

  const large = `${csv}${'x'.repeat(MAX_IMPORT_FILE_BYTES)}`;
  const errorResponse = await seller.rpc('find-products', { source: 'gumroad', csv: large });
  expect([errorResponse.status, errorResponse.body.error]).toMatchObject([
    422,
    { message: 'This file is larger than 2 MB. Export a shorter period and import that file.' },
  ]);
});
