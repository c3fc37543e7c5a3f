import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import {
  chooseFromMenu,
  pressSave,
  publishedPage,
  savedStatus,
  textsOf,
  toastTitled,
} from '#app/testing/builder-screen.ts';
import { builderHandlers, PAGE_ID, samplePage } from '#app/testing/builder.ts';
import { renderApp } from '#app/testing/render-app.tsx';

test('an earlier version is shown and restored into the draft', async () => {
  const { rpc } = await renderApp(`/builder?page=${PAGE_ID}`, {
    ...builderHandlers(publishedPage({ productName: 'Linocut, revised', price: '45' }, { version: 2 })),
    'list-versions': () => ({
      versions: [
        { number: 1, createdAt: '2026-03-01T10:00:00Z', changes: [] },
        { number: 2, createdAt: '2026-03-02T10:00:00Z', changes: ['Price 40 → 45 USD'] },
      ],
    }),
    'get-version': ({ number }) => ({ number, config: samplePage({ customSlug: 'linocut' }) }),
  });
  await chooseFromMenu('Versions');
  const drawer = page.getByRole('dialog', { name: 'Versions' });
  const second = drawer.getByRole('listitem').filter({ hasText: 'Version 2' });
  await expect.element(second).toMatchTextContent('Buyers see this');
  await expect.element(second).toMatchTextContent('Price 40 → 45 USD');
  expect(textsOf(drawer.getByRole('heading', { level: 3 }))).toEqual(['Version 2', 'Version 1']);
  expect(rpc.bodiesOf('list-versions')).toEqual([{ pageId: PAGE_ID }]);

  await drawer.getByRole('button', { name: 'Look at version 1' }).click();
  const first = page.getByRole('dialog', { name: 'Version 1' });
  await expect.element(first.getByRole('region', { name: 'The page of that time' })).toMatchTextContent('$40 USD');
  expect(rpc.bodiesOf('get-version')).toEqual([{ pageId: PAGE_ID, number: 1 }]);
  await first.getByRole('button', { name: 'Restore into the draft' }).click();
  await expect.element(toastTitled('Version 1 is in your draft')).toBeVisible();
  const productName = page.getByLabelText('Product name');
  await expect.element(productName).toHaveValue('Linocut for Beginners');
  await pressSave();
  await expect.element(savedStatus()).toBeVisible();
  expect(rpc.bodiesOf('save-draft').at(-1)?.config.price).toBe('40');
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(productName).toHaveValue('Linocut, revised');
});
