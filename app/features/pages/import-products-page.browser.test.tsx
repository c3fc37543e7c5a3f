import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { getToast } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, NOT_CONNECTED } from '#app/testing/builder.ts';
import { RpcFailure, type RpcHandlers } from '#app/testing/fake-rpc.ts';
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

const throwNotConnected = () => {
  throw new RpcFailure(409, {
    code: 'stripe_not_connected',
    title: 'Stripe Not Connected',
    message: 'Connect Stripe first.',
  });
};

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

test('offers to connect Stripe, and lists the products once the account is connected', async () => {
  const handlers = createBuilderHandlers();
  const { rpc } = await renderApp('/pages/import', {
    ...handlers,
    'find-products': throwNotConnected,
    'get-connection': () => NOT_CONNECTED,
    'stripe-connect-onboarding': () => ({ url: '/sandbox/connect' }),
  });
  const replace = vi.fn();
  const open = vi.spyOn(window, 'open').mockReturnValue({ closed: false, location: { replace } } as never);
  onTestFinished(() => open.mockRestore());
  const button = page.getByRole('button', { name: 'Connect Stripe' });
  await expect.element(button).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await button.click();
  await expect.poll(() => replace.mock.calls).toEqual([['/sandbox/connect']]);
  rpc.handle({ 'find-products': () => ({ products: [product({})] }), 'get-connection': handlers['get-connection'] });
  window.dispatchEvent(new Event('focus'));
  await expect.element(row('Glaze School')).toBeVisible();
});
