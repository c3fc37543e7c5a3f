import type { Page } from '@playwright/test';

import {
  chooseFromMenu,
  openBuilder,
  openDraft,
  openTab,
  previewPage,
  republish,
  publishButton,
  savedStatus,
} from './support/builder-page.ts';
import { payByCard, payButton, receiptLine } from './support/buyer.ts';
import { createPng } from './support/create-png.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { uniqueEmail, createSeller, createPublishedPage, publishPage, createPageConfig } from './support/seller.ts';

const PICTURE = createPng('press.png', 320, 200, [180, 83, 42]);

const feature = (page: Page, position: number) => page.getByLabel(`Feature ${position}`, { exact: true });
const picture = (page: Page) => page.getByRole('button', { name: 'Replace product image' });
const accent = (page: Page) => page.getByLabel('Accent color');

/** Changes text, image, order and color: one undo step each. */
async function makeFourChanges(page: Page): Promise<void> {
  await page.getByLabel('Product name').focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' and others');
  await page.locator('input[type=file][aria-label="Product image"]').setInputFiles(PICTURE);
  await expect(picture(page)).toBeVisible();
  await feature(page, 1).press('Alt+ArrowDown');
  await expect(feature(page, 2)).toHaveValue('Eight lessons');
  await expect(feature(page, 2)).toBeFocused();
  await openTab(page, 'Design');
  await page.getByRole('button', { name: 'Green, #2f6b3f' }).click();
  await expect(accent(page)).toHaveValue('#2f6b3f');
}

async function expectSteps(page: Page, steps: number): Promise<void> {
  await expect(page.getByLabel('Product name')).toHaveValue(
    steps > 0 ? 'Linocut for Beginners and others' : 'Linocut for Beginners',
  );
  await expect(picture(page)).toHaveCount(steps > 1 ? 1 : 0);
  await expect(feature(page, 1)).toHaveValue(steps > 2 ? 'All tools listed' : 'Eight lessons');
  await expect(accent(page)).toHaveValue(steps > 3 ? '#2f6b3f' : '#a855f7');
}

test('text, image, order and color changes are undone and redone by keyboard, also after a reload', async ({
  page,
  app,
}) => {
  const seller = await createSeller(app);
  await openDraft(page, seller, createPageConfig());
  await makeFourChanges(page);
  await openTab(page, 'Content');
  for (const steps of [3, 2, 1, 0]) {
    await page.keyboard.press('Control+z');
    await expectSteps(page, steps);
  }
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Nothing to undo')).toBeVisible();
  for (const steps of [1, 2, 3]) {
    await page.keyboard.press('Control+Shift+z');
    await expectSteps(page, steps);
  }
  await page.keyboard.press('Control+y');
  await expectSteps(page, 4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectSteps(page, 3);
  await expect(savedStatus(page)).toBeVisible();

  await page.reload();
  // Design loads at the first input.
  await openTab(page, 'Design');
  await openTab(page, 'Content');
  await expectSteps(page, 3);
  await expect(page.getByRole('button', { name: 'Undo' })).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Control+Shift+z');
  await expectSteps(page, 4);
  for (const steps of [3, 2, 1, 0]) {
    await page.keyboard.press('Control+z');
    await expectSteps(page, steps);
  }
});

test('a hundred steps can be undone', async ({ page, app }) => {
  await openDraft(page, await createSeller(app), createPageConfig());
  await openTab(page, 'Design');
  const layouts = page.getByRole('group', { name: 'Layout' });
  await layouts.getByLabel('Classic').focus();
  for (let step = 0; step < 100; step++) await page.keyboard.press('ArrowRight');
  await expect(layouts.getByLabel('Modern')).toBeChecked();
  for (let step = 0; step < 99; step++) await page.keyboard.press('Control+z');
  await expect(layouts.getByLabel('Modern')).toBeChecked();
  await page.keyboard.press('Control+z');
  await expect(layouts.getByLabel('Classic')).toBeChecked();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Nothing to undo')).toBeVisible();
});

test('publishing again lists the changes and asks for confirmation', async ({ page, app }) => {
  const { seller, pageId, url } = await createPublishedPage(app);
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await publishButton(page).click();
  await expect(getToast(page, 'No changes to publish')).toBeVisible();

  await page.getByLabel('Price', { exact: true }).fill('59');
  await feature(page, 1).fill('Nine lessons');
  await openTab(page, 'Design');
  await page.getByRole('group', { name: 'Layout' }).getByLabel('Modern').check();
  await publishButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Publish 3 changes?' });
  await expect(dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
    'Price: 40 → 59 USD',
    'Feature “Eight lessons” → “Nine lessons”',
    'Layout: classic → modern',
  ]);
  await expect(dialog).toContainText('Buyers who are already checking out keep the previous version.');
  await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect((await (await page.request.get(url)).text()).includes('$59')).toBe(false);

  await republish(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await (await page.request.get(url)).text()).includes('$59')).toBe(true);
});

test('an earlier version is previewed and restored into the draft', async ({ page, app }) => {
  const { seller, pageId, url, config } = await createPublishedPage(app);
  await publishPage(seller, { ...config, productName: 'Linocut, revised', price: '45' }, { pageId });
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await chooseFromMenu(page, 'Versions');
  const drawer = page.getByRole('dialog', { name: 'Versions' });
  await expect(drawer.getByRole('heading', { level: 3 })).toHaveText(['Version 2', 'Version 1']);
  const second = drawer.getByRole('listitem').filter({ hasText: 'Version 2' });
  await expect(second).toContainText('Live');
  await expect(second).toContainText('Price: 40 → 45 USD');
  // The list follows the title, and the close button is at the right.
  expect((await second.boundingBox())?.y).toBeLessThan(120);
  expect((await drawer.getByRole('button', { name: 'Close' }).boundingBox())?.x).toBeGreaterThan(
    (await second.boundingBox())?.x ?? Infinity,
  );
  await drawer.getByRole('button', { name: 'View version 1' }).click();
  const first = page.getByRole('dialog', { name: 'Version 1' });
  await expect(first.locator('.co-page')).toContainText('$40 USD');
  await first.getByRole('button', { name: 'Restore to draft' }).click();
  await expect(getToast(page, 'Version 1 restored to your draft')).toBeVisible();
  await expect(page.getByLabel('Product name')).toHaveValue('Linocut for Beginners');
  await expect(savedStatus(page)).toBeVisible();
  expect(await (await page.request.get(url)).text()).toContain('Linocut, revised');
  await page.keyboard.press('Control+z');
  await expect(page.getByLabel('Product name')).toHaveValue('Linocut, revised');
});

test('a buyer who is paying keeps the version they saw', { tag: '@core' }, async ({ page, app, openContextPage }) => {
  const { seller, pageId, url } = await createPublishedPage(app, { requireTerms: false });
  const buyer = await openContextPage();
  await buyer.goto(url);
  await buyer.getByLabel('Email').fill(uniqueEmail('buyer'));
  await buyer.locator('button.co-pay').click();
  await expect(payButton(buyer)).toHaveText('Pay $40.00');

  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await page.getByLabel('Price', { exact: true }).fill('90');
  await page.getByLabel('Success message').fill('Another message.');
  await republish(page);
  await expect(buyer.getByText('Linocut for Beginners')).toBeVisible();
  await payByCard(buyer);
  await expect(receiptLine(buyer, 'Paid')).toHaveText('$40.00 USD');
  await expect(buyer.getByText('Your first lesson is in your inbox.')).toBeVisible();
});

test('publishing over a version from another tab needs a confirmation', { tag: '@core' }, async ({ page, app }) => {
  const { seller, pageId, config } = await createPublishedPage(app);
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await publishPage(seller, { ...config, price: '45' }, { pageId });
  await page.getByLabel('Price', { exact: true }).fill('50');
  await publishButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(getToast(page, 'Publishing failed')).toContainText(
    'This page was changed in another tab or by another app.',
  );
  await expect(page.getByText('This page was changed elsewhere.').first()).toBeVisible();
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('50');
  expect((await seller.call('get-page', { pageId })).published?.price).toBe('45');
  await page.getByRole('button', { name: 'Keep my version' }).click();
  await expect(savedStatus(page)).toBeVisible();
  await publishButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Keep my version' }).click();
  await publishButton(page).click();
  const overwriteDialog = page.getByRole('dialog', { name: 'Replace the newer version?' });
  await expect(overwriteDialog).toContainText('A newer version of this page was published elsewhere');
  await overwriteDialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(getToast(page, 'Page published!')).toBeVisible();
  expect((await seller.call('get-page', { pageId })).published?.price).toBe('50');
});

test('clicking an element of the preview focuses its field', async ({ page, app }) => {
  await openDraft(page, await createSeller(app), createPageConfig());
  for (const [dataField, field] of [
    ['productName', page.getByLabel('Product name')],
    ['price', page.getByLabel('Price', { exact: true })],
    ['requireTerms', page.getByLabel('Require terms')],
    ['buttonText', page.getByLabel('Button text')],
  ] as const) {
    const target = previewPage(page).locator(`[data-field=${dataField}]`).first();
    await target.scrollIntoViewIfNeeded();
    // The preview may still be resizing, so each attempt measures again.
    await expect(async () => {
      const box = await target.boundingBox();
      await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
      await expect(field).toBeFocused({ timeout: 1000 });
    }).toPass();
  }
});

test('the preview shows each state of the page', async ({ page, app }) => {
  await openDraft(page, await createSeller(app), createPageConfig());
  const state = page.getByLabel('Preview state');
  await state.selectOption('Coupon applied');
  await expect(previewPage(page)).toContainText('Coupon applied! You saved $10.00');
  await expect(previewPage(page).locator('del')).toContainText('$40.00 USD');
  await state.selectOption('Invalid coupon');
  await expect(previewPage(page)).toContainText('This coupon code is not valid');
  await state.selectOption('Terms not accepted');
  await expect(previewPage(page)).toContainText('Please accept the terms and conditions');
  await expect(previewPage(page)).toContainText('The buyer agrees to the terms before paying.');
  await state.selectOption('Terms accepted');
  await expect(previewPage(page).getByRole('checkbox', { includeHidden: true })).toBeChecked();
  await state.selectOption('Processing payment');
  await expect(previewPage(page).locator('.co-pay')).toHaveText('Processing...');
  await openTab(page, 'Settings');
  await page.getByLabel('Enable coupon').uncheck();
  await expect(state.getByRole('option', { name: 'Coupon applied (coupons are off)' })).toBeDisabled();
});
