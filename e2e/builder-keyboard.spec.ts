import type { Locator, Page } from '@playwright/test';

import { openBuilder, previewPage } from './support/builder-page.ts';
import { createPng } from './support/create-png.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { createConnectedSeller, signIn, uniqueName } from './support/seller.ts';

const MAX_TABS = 60;
const PICTURE = createPng('kiln.png', 64, 40, [180, 83, 42]);

/** Moves the focus to a control with the Tab key, and expects it in the viewport. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) break;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** Opens the next tab: the tab list is one tab stop, and arrow keys change the tab. */
async function openNextTab(page: Page, from: string, to: string): Promise<void> {
  await tabTo(page, page.getByRole('tab', { name: from }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tabpanel', { name: to })).toBeVisible();
}

async function fillContent(page: Page): Promise<void> {
  await typeInto(page, 'Product name', 'Throwing Taller');
  await typeInto(page, 'Description', 'Eleven lessons.');
  await tabTo(page, page.getByRole('button', { name: 'choose a file' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByText('kiln.png')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace product image' })).toBeFocused();
  await typeInto(page, 'Price', '40');
  await tabTo(page, page.getByRole('combobox', { name: 'Currency' }));
  await page.keyboard.type('euro');
  await page.keyboard.press('Enter');
  await typeInto(page, 'New feature', 'Close-ups');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Notes');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 of 10')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Add a testimonial' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Joan Ferrer');
  await typeInto(page, 'Text', 'Tall at last.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add testimonial' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(getToast(page, 'Testimonial added')).toBeVisible();
}

async function fillSettings(page: Page, slug: string): Promise<void> {
  await openNextTab(page, 'Content', 'Delivery');
  await openNextTab(page, 'Delivery', 'Design');
  await tabTo(page, page.getByRole('group', { name: 'Layout' }).getByLabel('Classic'));
  await page.keyboard.press('ArrowRight');
  await openNextTab(page, 'Design', 'Settings');
  await typeInto(page, 'Custom slug', slug);
  await tabTo(page, page.getByLabel('Enable coupon'));
  await page.keyboard.press('Space');
  await typeInto(page, 'Code', 'early25');
  await typeInto(page, 'Discount', '25');
  await page.keyboard.press('Enter');
  await expect(getToast(page, 'Coupon added')).toBeVisible();
}

test('a page is built and published with the keyboard alone', async ({ page, app }) => {
  const slug = uniqueName('by-keys');
  // The listener exists from the start: Playwright loses a file chooser that opens without one.
  page.on('filechooser', (chooser) => void chooser.setFiles(PICTURE));
  await signIn(page, await createConnectedSeller(app));
  await page.goto('/pages');
  await tabTo(page, page.getByRole('link', { name: 'Blank page' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Product name')).toBeVisible();
  await fillContent(page);
  await fillSettings(page, slug);
  await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(getToast(page, 'Page published!')).toBeVisible();
  await page.goto(`${app.url}/c/${slug}`);
  await expect(page.locator('.co')).toHaveAttribute('data-layout', 'modern');
  await expect(page.locator('.co-price')).toHaveText('€40 EUR');
  for (const text of ['Throwing Taller', 'Notes', 'Tall at last.', 'Coupon code'])
    await expect(page.locator('.co-page')).toContainText(text);
});

test('keyboard shortcuts save, publish, resize the preview and list themselves', async ({ page, app }) => {
  await openBuilder(page, await createConnectedSeller(app));
  await page.getByLabel('Product name').fill('Keys');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/page=/);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Fix 1 error before you publish')).toBeVisible();
  await expect(page.getByLabel('Price', { exact: true })).toBeFocused();
  await page.keyboard.type('12');
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('12');
  await expect(previewPage(page)).toContainText('$12 USD');
  await page.getByRole('tab', { name: 'Content' }).focus();
  for (const [key, width] of [
    ['3', 375],
    ['2', 768],
    ['1', 1200],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.locator('.preview-pane__scaled')).toHaveCSS('width', `${width}px`);
  }
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.getByRole('tab', { name: 'Content' }).focus();
  await page.keyboard.press('3');
  await page.keyboard.press('Control+Enter');
  await expect(getToast(page, 'Page published!')).toBeVisible();
  await expect(page.locator('.preview-pane__scaled')).toHaveCSS('width', '1200px');
});
