import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { getToast } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers } from '#app/testing/builder.ts';
import type { RpcHandlers } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { ImportableProduct } from '#domain/product-import.ts';

const product = (change: Partial<ImportableProduct>): ImportableProduct => ({
  key: 'glaze',
  name: 'Glaze School',
  priceText: '$29.50 USD/month',
  remarks: [],
  pageId: null,
  ...change,
});

/** Fake server that creates a draft for every selected product. */
const imported: RpcHandlers['import-products'] = ({ keys }) => ({
  pages: keys.map((key) => ({ key, pageId: `page-${key}`, remarks: [] })),
  failed: [],
});

const row = (name: string) =>
  page.getByRole('list', { name: 'Products' }).getByRole('listitem').filter({ hasText: name });

test('creates drafts from selected products of the Stripe account', async () => {
  const products = [
    product({}),
    product({ key: 'kiln', name: 'Kiln Log', priceText: '$19 USD' }),
    product({ key: 'old', name: 'Old course', pageId: 'page-old' }),
  ];
  const { rpc } = await renderApp('/pages', {
    ...createBuilderHandlers(),
    'find-products': () => ({ products }),
    'import-products': imported,
  });
  await page.getByRole('link', { name: /^Stripe or Gumroad/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Import products' })).toBeVisible();
  await expect.element(row('Glaze School')).toMatchTextContent('$29.50 USD/month');
  await expect.element(row('Old course')).toMatchTextContent('Already imported');
  expect(rpc.bodiesOf('find-products')).toEqual([{ source: 'stripe' }]);
  await expect.element(page.getByRole('button', { name: 'Import 2 products' })).toBeVisible();
  await page.getByLabelText('Glaze School', { exact: true }).click();
  await page.getByRole('button', { name: 'Import 1 product' }).click();
  await expect.element(getToast('1 draft created')).toBeVisible();
  await expect.element(row('Kiln Log')).toMatchTextContent('Draft created');
  expect(rpc.bodiesOf('import-products')).toEqual([{ source: 'stripe', keys: ['kiln'] }]);
  await page.getByLabelText('All 3 products').click();
  await expect.element(page.getByRole('button', { name: 'Import 3 products' })).toBeVisible();
});
