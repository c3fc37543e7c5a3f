import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { toastTitled } from '#app/testing/builder-screen.ts';
import { builderHandlers } from '#app/testing/builder.ts';
import { RpcFailure, type RpcHandlers } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { ImportableProduct } from '#domain/import-calls.ts';

const product = (change: Partial<ImportableProduct>): ImportableProduct => ({
  key: 'glaze',
  name: 'Glaze School',
  priceText: '$29.50 USD/month',
  remarks: [],
  pageId: null,
  ...change,
});

/** Every product that is chosen becomes a draft. */
const imported: RpcHandlers['import-products'] = ({ keys }) => ({
  pages: keys.map((key) => ({ key, pageId: `page-${key}`, remarks: [] })),
  failed: [],
});

const row = (name: string) =>
  page.getByRole('list', { name: 'Products' }).getByRole('listitem').filter({ hasText: name });

test('products of the Stripe account are chosen and become drafts', async () => {
  const products = [
    product({}),
    product({ key: 'kiln', name: 'Kiln Log', priceText: '$19 USD' }),
    product({ key: 'old', name: 'Old course', pageId: 'page-old' }),
  ];
  const { rpc } = await renderApp('/pages', {
    ...builderHandlers(),
    'find-products': () => ({ products }),
    'import-products': imported,
  });
  await page.getByRole('link', { name: /^From Stripe or Gumroad/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Bring products along' })).toBeVisible();
  await expect.element(row('Glaze School')).toMatchTextContent('$29.50 USD/month');
  await expect.element(row('Old course')).toMatchTextContent('Imported before');
  expect(rpc.bodiesOf('find-products')).toEqual([{ source: 'stripe' }]);
  await expect.element(page.getByRole('button', { name: 'Import 2 products' })).toBeVisible();
  await page.getByLabelText('Glaze School', { exact: true }).click();
  await page.getByRole('button', { name: 'Import 1 product' }).click();
  await expect.element(toastTitled('1 draft made')).toBeVisible();
  await expect.element(row('Kiln Log')).toMatchTextContent('Draft made');
  expect(rpc.bodiesOf('import-products')).toEqual([{ source: 'stripe', keys: ['kiln'] }]);
  await page.getByLabelText('All 3 products').click();
  await expect.element(page.getByRole('button', { name: 'Import 3 products' })).toBeVisible();
});

test('products of a Gumroad file become drafts, and a file without products says so', async () => {
  const csv = '"Item Name","Item Price ($)"\nKiln Log,19.0\n';
  const message = 'This file names no products that can be read.';
  const { rpc, history } = await renderApp('/pages/import?from=gumroad', {
    ...builderHandlers(),
    'find-products': (source) => {
      if (source.source === 'gumroad' && source.csv !== csv)
        throw new RpcFailure(422, { code: 'import_unreadable', title: 'Import failed', message });
      return { products: [product({ key: 'kiln', name: 'Kiln Log', remarks: ['check the price'] })] };
    },
    'import-products': imported,
  });
  const input = page.getByLabelText('File from Gumroad');
  const choose = (name: string, text: string) =>
    userEvent.upload(input, new File([text], name, { type: 'text/csv' }));
  await expect.element(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
  await choose('notes.pdf', 'notes');
  await expect.element(page.getByText('This file is not a table.')).toBeVisible();
  expect(rpc.bodiesOf('find-products')).toEqual([]);
  await choose('who.csv', 'who,what\nme,this\n');
  await expect.element(page.getByText(message)).toBeVisible();
  await choose('sales.csv', csv);
  await expect.element(row('Kiln Log')).toMatchTextContent('check the price');
  await page.getByRole('button', { name: 'Import 1 product' }).click();
  await expect.element(row('Kiln Log')).toMatchTextContent('Draft made');
  expect(rpc.bodiesOf('import-products')).toEqual([{ source: 'gumroad', csv, keys: ['kiln'] }]);
  await row('Kiln Log').getByRole('link', { name: 'Open Kiln Log in the builder' }).click();
  await expect.poll(() => history.address).toBe('/builder?page=page-kiln');
});
