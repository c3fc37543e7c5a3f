import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { payByCard } from './support/buyer.ts';
import { createPng } from './support/create-png.ts';
import { expect, getCheckoutToast, test, getToast } from './support/fixtures.ts';
import {
  createConnectedSeller,
  signIn,
  uniqueEmail,
  uniqueName,
  createPublishedPage,
  publishPage,
  createPageConfig,
} from './support/seller.ts';
import type { Seller } from './support/seller.ts';

const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Pages' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const names = (page: Page) => rows(page).getByRole('heading', { level: 2 });
const stateFilter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Status' }).getByRole('button', { name: new RegExp(`^${name} `) });

async function openPages(page: Page, seller: Seller): Promise<void> {
  await signIn(page, seller);
  await page.goto('/pages');
  await expect(rows(page).first()).toBeVisible();
}

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function uploadPicture(seller: Seller): Promise<string> {
  const { buffer } = createPng('any.png', 320, 200, [15, 107, 156]);
  const image = `data:image/png;base64,${buffer.toString('base64')}`;
  return (await seller.call('upload-image', { image, use: 'product' })).url;
}

test('a page is duplicated with its image, and the copy is renamed', async ({ page, app }) => {
  const seller = await createConnectedSeller(app);
  const original = await publishPage(seller, createPageConfig({ productImage: await uploadPicture(seller) }));
  await openPages(page, seller);
  await choose(page, 'Linocut for Beginners', 'Duplicate');
  await expect(getToast(page, 'Page duplicated')).toContainText('The copy is a draft');
  await expect(names(page)).toHaveText(['Linocut for Beginners (copy)', 'Linocut for Beginners']);
  await expect(rows(page).first()).toContainText('Draft');
  await expect(rows(page).first()).toContainText('No URL yet');
  await expect(rows(page).first().locator('.thumb img')).toHaveJSProperty('complete', true);

  await choose(page, 'Linocut for Beginners (copy)', 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename page' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('x'.repeat(121));
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Name').fill('Autumn course');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(getToast(page, 'Page renamed')).toBeVisible();
  await expect(names(page).getByText('Autumn course')).toBeVisible();

  const { pages } = await seller.call('list-pages', {});
  const copyId = pages.find(({ name }) => name === 'Autumn course')?.id ?? '';
  const [copy, source] = await Promise.all(
    [copyId, original.pageId].map((pageId) => seller.call('get-page', { pageId })),
  );
  expect(copy?.config).toEqual({ ...source?.config, customSlug: '' });
  await page.getByRole('link', { name: 'Autumn course' }).click();
  await expect(page.getByLabel('Product name')).toHaveValue('Linocut for Beginners');
  await expect(page.getByLabel('Page name')).toHaveValue('Autumn course');
});

test(
  'an unpublished page says so to its buyers until it is published again',
  { tag: '@core' },
  async ({ page, app, openContextPage }) => {
    const { url, seller } = await createPublishedPage(app, { requireTerms: false });
    const earlyBuyer = await openContextPage();
    await earlyBuyer.goto(url);
    await openPages(page, seller);
    await choose(page, 'Linocut for Beginners', 'Unpublish');
    const dialog = page.getByRole('dialog', { name: 'Unpublish “Linocut for Beginners”?' });
    await expect(dialog).toContainText('will see that this page isn’t available.');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Unpublish' }).click();
    await expect(getToast(page, 'Page unpublished')).toBeVisible();
    await expect(rows(page)).toContainText('Unpublished');

    const buyer = await openContextPage();
    expect((await buyer.goto(url))?.status()).toBe(200);
    await expect(buyer.getByText('This page isn’t available right now.')).toBeVisible();
    await expect(buyer.getByText('payments')).toHaveCount(0);
    await expect(buyer.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await earlyBuyer.getByLabel('Email').fill(uniqueEmail('buyer'));
    await earlyBuyer.locator('button.co-pay').click();
    await expect(getCheckoutToast(earlyBuyer, 'Checkout failed')).toBeVisible();

    await page.getByRole('link', { name: 'Linocut for Beginners' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const republishDialog = page.getByRole('dialog', { name: 'Publish this page again?' });
    await expect(republishDialog).toContainText('The page goes live again, and buyers can pay on it.');
    await republishDialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(getToast(page, 'Page published!')).toBeVisible();
    await buyer.reload();
    await expect(buyer.locator('button.co-pay')).toBeVisible();
  },
);

test('an archived page leaves the list, keeps selling and is restored', async ({ page, app, openContextPage }) => {
  const { url, seller } = await createPublishedPage(app);
  await openPages(page, seller);
  await choose(page, 'Linocut for Beginners', 'Archive');
  await expect(getToast(page, 'Page archived')).toContainText('It’s still live at its URL.');
  await expect(page.getByText('All of your pages are archived.')).toBeVisible();
  await page.getByRole('button', { name: 'Show archived pages' }).click();
  await expect(page).toHaveURL(/\/pages\?show=archived$/);
  await expect(names(page)).toHaveText(['Linocut for Beginners']);
  const buyer = await openContextPage();
  await buyer.goto(url);
  await expect(buyer.locator('button.co-pay')).toBeVisible();
  await choose(page, 'Linocut for Beginners', 'Restore');
  await expect(getToast(page, 'Page restored')).toBeVisible();
  await stateFilter(page, 'All').click();
  await expect(names(page)).toHaveText(['Linocut for Beginners']);
});

test('a deleted page is not found, and its order stays in the list', async ({ page, app, openContextPage }) => {
  const { url, seller } = await createPublishedPage(app, { requireTerms: false });
  const email = uniqueEmail('buyer');
  const buyer = await openContextPage();
  await buyer.goto(url);
  await buyer.getByLabel('Email').fill(email);
  await buyer.locator('button.co-pay').click();
  await payByCard(buyer);

  await openPages(page, seller);
  await expect(rows(page)).toContainText('$40.00 USD');
  await choose(page, 'Linocut for Beginners', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete “Linocut for Beginners”?' });
  await expect(dialog).toContainText('Its orders stay in your list.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await choose(page, 'Linocut for Beginners', 'Delete');
  await dialog.getByRole('button', { name: 'Delete page' }).click();
  await expect(getToast(page, 'Page deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Create your first page' })).toBeVisible();
  expect((await page.request.get(url)).status()).toBe(404);
  await page.goto('/orders');
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Linocut for Beginners');
});

test('the search and filter of the list are stored in the URL', async ({ page, app }) => {
  const seller = await createConnectedSeller(app);
  await publishPage(seller, createPageConfig({ productName: 'Café opening', customSlug: uniqueName('coffee') }));
  for (const productName of ['Café draft', 'Bread at home'])
    await seller.call('save-draft', { config: createPageConfig({ productName }) });
  await openPages(page, seller);
  const search = page.getByRole('searchbox', { name: 'Search your pages' });
  await search.fill('cafe');
  await expect(names(page)).toHaveText(['Café draft', 'Café opening']);
  await expect(page).toHaveURL(/\/pages\?q=cafe$/);
  await stateFilter(page, 'Drafts').click();
  await expect(names(page)).toHaveText(['Café draft']);
  await expect(page).toHaveURL(/\/pages\?q=cafe&show=drafts$/);
  await page.reload();
  await expect(names(page)).toHaveText(['Café draft']);
  await expect(search).toHaveValue('cafe');
  await expect(stateFilter(page, 'Drafts')).toHaveAttribute('aria-pressed', 'true');
  await search.fill('coffee');
  await page.getByRole('button', { name: 'Show 1 in Published' }).click();
  await expect(names(page)).toHaveText(['Café opening']);
  await search.fill('tea');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await stateFilter(page, 'All').click();
  await expect(names(page)).toHaveCount(3);
  await expect(page).toHaveURL(/\/pages$/);
});

test('an exported page is identical after its import', { tag: '@core' }, async ({ page, app }) => {
  const seller = await createConnectedSeller(app);
  const { pageId } = await publishPage(seller, createPageConfig({ productImage: await uploadPicture(seller) }));
  await openPages(page, seller);
  const downloadPromise = page.waitForEvent('download');
  await choose(page, 'Linocut for Beginners', 'Export file');
  const file = await downloadPromise;
  expect(file.suggestedFilename()).toBe('Linocut for Beginners.tillwright.json');
  const json = await readFile(await file.path());
  await page
    .locator('input[aria-label="Page file"]')
    .setInputFiles({ name: 'page.json', mimeType: 'application/json', buffer: json });
  await expect(getToast(page, 'Page imported')).toContainText('It’s a draft');
  await expect(rows(page)).toHaveCount(2);
  const { pages } = await seller.call('list-pages', {});
  const imported = pages.find(({ id }) => id !== pageId)?.id ?? '';
  const [before, after] = await Promise.all([pageId, imported].map((id) => seller.call('get-page', { pageId: id })));
  expect(after?.config).toEqual(before?.config);
  expect(after?.state).toBe('draft');

  await page
    .locator('input[aria-label="Page file"]')
    .setInputFiles({ name: 'page.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await expect(getToast(page, 'Import failed')).toContainText('This isn’t an exported page');
  await expect(rows(page)).toHaveCount(2);
});
