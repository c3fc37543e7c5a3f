import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { openTab, getPublishButton, createPublishedPage, getTexts, getToast } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, PAGE_ID } from '#app/testing/builder.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const ADDRESS = `/builder?page=${PAGE_ID}`;

const price = () => page.getByLabelText('Price', { exact: true });
const dialogNamed = (name: string) => page.getByRole('dialog', { name });

test('does not publish an unchanged page again', async () => {
  const { rpc } = await renderApp(ADDRESS, createBuilderHandlers(createPublishedPage()));
  await getPublishButton().click();
  await expect.element(getToast('No changes to publish')).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});

test('lists the changes of a second publication and asks for confirmation', async () => {
  const { rpc } = await renderApp(ADDRESS, createBuilderHandlers(createPublishedPage()));
  await price().fill('59');
  await page.getByLabelText('Feature 1', { exact: true }).fill('Nine lessons');
  await openTab('Design');
  await page.getByRole('group', { name: 'Layout' }).getByLabelText('Modern').click();
  await getPublishButton().click();
  const dialog = dialogNamed('Publish 3 changes?');
  await expect.element(dialog).toMatchTextContent('Buyers who are already checking out keep the previous version.');
  expect(getTexts(dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem'))).toEqual([
    'Price: 40 → 59 USD',
    'Feature “Eight lessons” → “Nine lessons”',
    'Layout: classic → modern',
  ]);
  const publish = dialog.getByRole('button', { name: 'Publish', exact: true });
  await expect.element(publish).toHaveFocus();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);

  await getPublishButton().click();
  await publish.click();
  await expect.element(getToast('Page published!')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(rpc.bodiesOf('save-checkout-page')).toMatchObject([
    { pageId: PAGE_ID, baseVersion: 1, slug: 'linocut', config: { price: '59', layout: 'modern' } },
  ]);
});

test('asks before an unpublished page is published again', async () => {
  const { rpc } = await renderApp(ADDRESS, createBuilderHandlers(createPublishedPage({}, { state: 'unpublished' })));
  await getPublishButton().click();
  const dialog = dialogNamed('Publish this page again?');
  await expect.element(dialog).toMatchTextContent('The page goes live again, and buyers can pay on it.');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(getToast('Page published!')).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page')).toHaveLength(1);
});
