import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import {
  openTab,
  publishButton,
  publishedPage,
  savedStatus,
  textsOf,
  toastTitled,
} from '#app/testing/builder-screen.ts';
import { builderHandlers, PAGE_ID } from '#app/testing/builder.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const ADDRESS = `/builder?page=${PAGE_ID}`;

const price = () => page.getByLabelText('Price', { exact: true });
const question = (name: string) => page.getByRole('dialog', { name });

const changedElsewhere = (facts: Record<string, unknown>) =>
  new RpcFailure(409, {
    code: 'draft_changed',
    title: 'Saving failed',
    message: 'This page was changed elsewhere.',
    ...facts,
  });

test('a page that has not changed is not published again', async () => {
  const { rpc } = await renderApp(ADDRESS, builderHandlers(publishedPage()));
  await publishButton().click();
  await expect.element(toastTitled('Nothing to publish')).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});

test('a second publication shows what changes and asks once', async () => {
  const { rpc } = await renderApp(ADDRESS, builderHandlers(publishedPage()));
  await price().fill('59');
  await page.getByLabelText('Feature 1', { exact: true }).fill('Nine lessons');
  await openTab('Design');
  await page.getByRole('group', { name: 'Layout' }).getByLabelText('Modern').click();
  await publishButton().click();
  const dialog = question('Publish 3 changes?');
  await expect.element(dialog).toMatchTextContent('Buyers who are paying now keep what they saw.');
  expect(textsOf(dialog.getByRole('list', { name: 'What changes' }).getByRole('listitem'))).toEqual([
    'Price 40 → 59 USD',
    'Feature “Eight lessons” → “Nine lessons”',
    'Layout classic → modern',
  ]);
  const publish = dialog.getByRole('button', { name: 'Publish', exact: true });
  await expect.element(publish).toHaveFocus();
  await dialog.getByRole('button', { name: 'Not yet' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);

  await publishButton().click();
  await publish.click();
  await expect.element(toastTitled('Page published!')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(rpc.bodiesOf('save-checkout-page')).toMatchObject([
    { pageId: PAGE_ID, baseVersion: 1, slug: 'linocut', config: { price: '59', layout: 'modern' } },
  ]);
});

test('a page that was taken off sale is published again after a question', async () => {
  const { rpc } = await renderApp(ADDRESS, builderHandlers(publishedPage({}, { state: 'unpublished' })));
  await publishButton().click();
  const dialog = question('Publish this page again?');
  await expect.element(dialog).toMatchTextContent('Buyers can open the page again.');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(toastTitled('Page published!')).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page')).toHaveLength(1);
});

test('a draft and a version that were changed elsewhere are replaced only after a choice each', async () => {
  const answers = builderHandlers(publishedPage());
  const { rpc } = await renderApp(ADDRESS, answers);
  const elsewhere = page.getByRole('alert').filter({ hasText: 'This page was changed elsewhere.' });
  const keepMine = page.getByRole('button', { name: 'Keep mine' });
  rpc.handle({
    'save-draft': () => {
      throw changedElsewhere({ revision: 7 });
    },
  });
  await price().fill('50');
  await publishButton().click();
  await question('Publish this change?').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(toastTitled('Publishing failed')).toMatchTextContent('This page was changed elsewhere.');
  await expect.element(keepMine).toBeVisible();
  await expect.element(price()).toHaveValue('50');
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);

  rpc.handle({
    'save-draft': answers['save-draft'],
    'save-checkout-page': () => {
      throw changedElsewhere({ revision: 8, version: 2 });
    },
  });
  await keepMine.click();
  await expect.element(savedStatus()).toBeVisible();
  expect(rpc.bodiesOf('save-draft').at(-1)).toMatchObject({ baseRevision: 7, config: { price: '50' } });
  await publishButton().click();
  await question('Publish this change?').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(keepMine).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page')).toMatchObject([{ baseVersion: 1 }]);

  rpc.handle({ 'save-checkout-page': answers['save-checkout-page'] });
  await keepMine.click();
  await publishButton().click();
  const over = question('Publish over the other version?');
  await expect.element(over).toMatchTextContent('Somebody published in between.');
  await over.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(toastTitled('Page published!')).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page').at(-1)).toMatchObject({
    baseVersion: 2,
    config: { price: '50' },
  });
  expect(elsewhere.elements()).toEqual([]);
});
