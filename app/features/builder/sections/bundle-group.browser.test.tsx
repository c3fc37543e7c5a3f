import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { findPreviewElement, lastSavedConfig } from '#app/testing/builder-fields.ts';
import { focusField, getPublishButton, saveByShortcut } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, createDraft, createSamplePage, PAGE_ID } from '#app/testing/builder.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { BundleProduct } from '#domain/bundle.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createProduct, withBundle } from '#domain/testing/bundle-items.ts';

const PRODUCTS = [
  createProduct('one'),
  createProduct('two', {
    prices: [
      { optionId: 'base', name: 'PDF', amount: 1500 },
      { optionId: 'print', name: 'Print', amount: 2500 },
    ],
  }),
  createProduct('three', { currency: 'EUR' }),
];

const openBuilder = (overrides: Partial<CheckoutPageConfig> = {}, products: BundleProduct[] = PRODUCTS) =>
  renderApp(`/builder?page=${PAGE_ID}`, {
    ...createBuilderHandlers(
      createDraft(createSamplePage({ price: '20', enableCoupon: false, validCoupons: [], ...overrides })),
    ),
    'list-bundle-products': () => ({ products, unpublished: [{ pageId: 'draft', name: 'Book draft' }] }),
  });

const startButton = () => page.getByRole('button', { name: 'Make this page a bundle' });
const addSelect = () => page.getByLabelText('Add a product');
const product = (name: string) => page.getByRole('group', { name, exact: true });

test('adds published pages in the page’s currency, and shows the saving that buyers see', async () => {
  const { rpc } = await openBuilder();
  await expect.element(startButton()).toBeVisible();
  focusField(startButton());
  await userEvent.keyboard('{Enter}');
  await addSelect().selectOptions('Book one');
  await addSelect().selectOptions('Book two');
  await expect.element(addSelect()).not.toBeInTheDocument();
  await product('Book two').getByLabelText('Price of Book two').selectOptions('Print, $25.00');
  await expect
    .element(page.getByText('Buyers see: “Together $20.00 instead of $40.00: you save $20.00.”'))
    .toBeVisible();
  await expect.poll(() => findPreviewElement('.co-bundle')?.textContent).toContain('Book two (Print)');
  await saveByShortcut();
  const items = [
    { pageId: 'one', optionId: 'base' },
    { pageId: 'two', optionId: 'print' },
  ];
  await expect.poll(() => lastSavedConfig(rpc)?.bundle).toEqual({ items });
});

test('says that the pages could not be loaded, and focuses the choice of a product once they are', async () => {
  const { rpc } = await openBuilder();
  rpc.handle({
    'list-bundle-products': () => {
      throw new RpcFailure(503, { code: 'unavailable', title: '', message: 'Try again in a moment.' });
    },
  });
  await startButton().click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Couldn’t load your pages');
  rpc.handle({ 'list-bundle-products': () => ({ products: PRODUCTS, unpublished: [] }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(addSelect()).toHaveFocus();
});

test('moves and removes products', async () => {
  const { rpc } = await openBuilder(withBundle('one', 'two'));
  await page.getByRole('button', { name: 'Move down: Book one' }).click();
  await saveByShortcut();
  await expect.poll(() => lastSavedConfig(rpc)?.bundle.items.map(({ pageId }) => pageId)).toEqual(['two', 'one']);
  await page.getByRole('button', { name: 'Remove: Book two' }).click();
  await saveByShortcut();
  await expect.poll(() => lastSavedConfig(rpc)?.bundle.items.map(({ pageId }) => pageId)).toEqual(['one']);
});

test('says at each product why the bundle cannot contain it', async () => {
  const { rpc } = await openBuilder({
    ...withBundle('one', 'three', 'draft'),
    quantity: { ...createSamplePage().quantity, enabled: true },
  });
  await expect.element(product('Book three')).toMatchTextContent('“Book three” is priced in EUR, not USD');
  await expect.element(product('Book draft')).toMatchTextContent('This product isn’t published.');
  await getPublishButton().click();
  await expect
    .element(page.getByText('A bundle can’t be combined with a quantity. Turn off the quantity.').first())
    .toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});
