import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { payByCard } from './support/buyer.ts';
import { createPng } from './support/create-png.ts';
import { expect, test } from './support/fixtures.ts';
import {
  createConnectedSeller,
  signIn,
  uniqueEmail,
  uniqueName,
  createSeller,
  publishPage,
  createPageConfig,
} from './support/seller.ts';
import type { Seller } from './support/seller.ts';

/** Colors do not depend on the width, so each scheme and width is tested once. With SHOTS set, all four combinations. */
const VIEWPORTS = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 390, height: 844 },
  ...(process.env.SHOTS
    ? ([
        { colorScheme: 'dark', width: 1440, height: 900 },
        { colorScheme: 'light', width: 390, height: 844 },
      ] as const)
    : []),
] as const;
type Viewport = (typeof VIEWPORTS)[number];

const getViewportName = ({ colorScheme, width }: Viewport): string => `${width} px wide, ${colorScheme}`;

async function applyViewport(page: Page, { colorScheme, width, height }: Viewport): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
}

/** Expects no axe violations and no horizontal overflow. With SHOTS set, also takes a screenshot. */
async function inspect(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const violationTexts = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
  expect.soft(violationTexts, name).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  if (!process.env.SHOTS) return;
  const { width = 0 } = page.viewportSize() ?? {};
  const scheme = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${scheme}.png`, fullPage: true });
}

const QUOTES = ['Joan Ferrer', 'Tunde Bakare', 'Mira Okonjo'].map((name) => ({
  name,
  role: 'Reader',
  rating: 4,
  text: 'I read it twice and lent it once.',
}));

/** Checks each tab of the builder, which fills a wide window and scrolls inside its panels. */
async function inspectTabs(page: Page, name: string): Promise<void> {
  for (const tab of ['Content', 'Design', 'Settings']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await inspect(page, `${name}-${tab.toLowerCase()}`);
    const verticalOverflow = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    if ((page.viewportSize()?.width ?? 0) > 1000) expect.soft(verticalOverflow, `${name} ${tab} scrolls down`).toBe(0);
  }
}

/** A page config with every kind of content. */
async function createFullConfig(seller: Seller, layout: CheckoutPageConfig['layout']): Promise<CheckoutPageConfig> {
  const image = async (use: 'product' | 'logo', width: number, height: number) => {
    const { buffer } = createPng('any.png', width, height, [15, 107, 156]);
    const { url } = await seller.call('upload-image', {
      image: `data:image/png;base64,${buffer.toString('base64')}`,
      use,
    });
    return url;
  };
  return createPageConfig({
    layout,
    customSlug: uniqueName(layout),
    productImage: await image('product', 800, 500),
    logo: await image('logo', 200, 60),
    testimonials: { enabled: true, items: QUOTES },
    accentColor: '#0f6b9c',
    paymentType: layout === 'modern' ? 'subscription' : 'one-time',
  });
}

/** Checks the menu, the dialogs and the template gallery of the page list. */
async function inspectPages(page: Page): Promise<void> {
  await page.goto('/pages');
  const menuButton = page.getByRole('button', { name: 'More actions for Linocut for Beginners' });
  for (const entry of ['Rename', 'Unpublish', 'Delete']) {
    await menuButton.click();
    if (entry === 'Rename') await inspect(page, 'pages-menu');
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page, `pages-${entry.toLowerCase()}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto('/pages?show=archived');
  await expect(page.getByText('No archived pages.')).toBeVisible();
  await inspect(page, 'pages-none-archived');
  await page.goto('/pages?new');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Blank page' })).toBeVisible();
  await inspect(page, 'pages-gallery');
}

/** Checks the menus and dialogs of the builder. */
async function inspectBuilder(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.click();
  await inspect(page, 'builder-menu');
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await expect(dialog.getByRole('heading', { name: 'Version 1' })).toBeVisible();
  await inspect(page, 'builder-versions');
  await dialog.getByRole('button', { name: 'View version 1' }).click();
  await expect(dialog.locator('.co-page')).toBeVisible();
  await inspect(page, 'builder-version');
  await page.keyboard.press('Escape');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Use a template' }).click();
  await expect(dialog.getByRole('button', { name: /^Online course/ })).toBeVisible();
  await inspect(page, 'builder-templates');
  await page.keyboard.press('Escape');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(dialog).toContainText('Tablet preview');
  await inspect(page, 'builder-shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toContainText('Price: 40 → 45 USD');
  await inspect(page, 'builder-publish');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await inspect(page, 'builder-currencies');
  await page.keyboard.press('Escape');
  if ((page.viewportSize()?.width ?? 0) < 820) await page.getByRole('button', { name: 'Preview' }).click();
  await inspect(page, 'builder-preview');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await inspect(page, 'builder-share');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(dialog.getByText('LinkedIn, Facebook')).toBeVisible();
  await inspect(page, 'builder-share-preview');
  await page.getByRole('tab', { name: 'Messages' }).click();
  await inspect(page, 'builder-share-messages');
  await page.getByRole('tab', { name: 'QR code' }).click();
  await expect(dialog.getByRole('img', { name: /^QR code for/ })).toBeVisible();
  await inspect(page, 'builder-qr');
}

for (const viewport of VIEWPORTS) {
  test(`the public screens are accessible, ${getViewportName(viewport)}`, async ({ page }) => {
    await applyViewport(page, viewport);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inspect(page, 'home');
    for (const tab of ['Sign In', 'Sign Up']) {
      await page.goto('/auth');
      await page.getByRole('tab', { name: tab }).click();
      await inspect(page, `auth-${tab.toLowerCase().replace(' ', '-')}`);
    }
    for (const path of ['forgot', 'new-password', 'confirm?token_hash=any&type=signup', 'confirm?type=recovery']) {
      await page.goto(`/auth/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await inspect(page, `auth-${path.replace(/\W.*?=/g, '-')}`);
    }
    await page.goto('/builder');
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
    await inspect(page, 'builder-signed-out');
    await page.goto('/nothing/here');
    await inspect(page, 'not-found');
    await page.goto('/success');
    await inspect(page, 'success-plain');
    await page.goto('/c/demo');
    await inspect(page, 'demo');
  });

  test(`the screens of a new seller are accessible, ${getViewportName(viewport)}`, async ({ page, app }) => {
    await applyViewport(page, viewport);
    await signIn(page, await createSeller(app));
    await page.goto('/builder');
    await inspectTabs(page, 'builder-empty');
    await page.goto('/pages');
    await expect(page.getByRole('heading', { name: 'Create your first page' })).toBeVisible();
    await inspect(page, 'pages-empty');
    await page.goto('/orders');
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
    await inspect(page, 'orders-empty');
  });

  test(`the screens of a seller with orders are accessible, ${getViewportName(viewport)}`, async ({ page, app }) => {
    const seller = await createConnectedSeller(app);
    await applyViewport(page, viewport);
    const layouts = ['classic', 'modern', 'minimal'] as const;
    const pages = await Promise.all(
      layouts.map(async (layout) => publishPage(seller, await createFullConfig(seller, layout))),
    );
    for (const [index, { url }] of pages.entries()) {
      await page.goto(url);
      await inspect(page, `checkout-${layouts[index]}`);
    }
    await page.goto(`${pages[2]?.url}?coupon=QUARTER`);
    await page.getByLabel('Email').fill(uniqueEmail('buyer'));
    await page.locator('button.co-pay').click({ force: true });
    await inspect(page, 'checkout-refused');
    await page.getByLabel('I accept the').check();
    await page.locator('button.co-pay').click();
    await payByCard(page);
    await inspect(page, 'success');

    await signIn(page, seller);
    await page.goto(`/builder?page=${pages[0]?.pageId}`);
    await inspectTabs(page, 'builder-full');
    await page.goto('/pages');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await inspect(page, 'pages');
    await page.goto('/orders');
    await expect(page.getByRole('row')).toHaveCount(2);
    await inspect(page, 'orders');
  });

  test(`the menus and dialogs of a seller are accessible, ${getViewportName(viewport)}`, async ({ page, app }) => {
    test.setTimeout(180_000);
    const seller = await createConnectedSeller(app);
    await applyViewport(page, viewport);
    const config = await createFullConfig(seller, 'classic');
    const { pageId } = await publishPage(seller, config);
    await seller.call('save-draft', { config: { ...config, price: '45' }, pageId });
    await signIn(page, seller);
    await inspectPages(page);
    await page.goto(`/builder?page=${pageId}`);
    await inspectBuilder(page);
  });
}
