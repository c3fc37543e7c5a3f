import type { Page } from '@playwright/test';

import type { RunningApp } from './support/app-process.ts';
import { placeOrder } from './support/buyer.ts';
import { createPng } from './support/create-png.ts';
import { expect, test } from './support/fixtures.ts';
import {
  createConnectedSeller,
  uniqueEmail,
  uniqueName,
  publishPage,
  createPageConfig,
  type Seller,
} from './support/seller.ts';
import { expectAccessible } from './support/visual-checks.ts';
import { waitForEmail } from './support/wait-for-email.ts';

const ACCENT = '#b4532a';
const ACCENT_RGB = 'rgb(180, 83, 42)';

async function uploadLogo(seller: Seller): Promise<string> {
  const { buffer } = createPng('logo.png', 160, 40, [180, 83, 42]);
  const image = `data:image/png;base64,${buffer.toString('base64')}`;
  return (await seller.call('upload-image', { image, use: 'logo' })).url;
}

/** Opens the newest message to an address in the sandbox's list. */
async function openEmail(page: Page, app: RunningApp, to: string): Promise<void> {
  await page.goto(`${app.sandboxUrl}/sandbox/mail?to=${encodeURIComponent(to)}`);
  await page.locator('tbody a[href^="/sandbox/mail/"]').first().click();
}

test("the receipt has the seller's logo and accent color, and fits a phone", async ({ page, app }) => {
  const seller = await createConnectedSeller(app);
  const config = createPageConfig({
    customSlug: uniqueName('linocut'),
    requireTerms: false,
    accentColor: ACCENT,
    logo: await uploadLogo(seller),
  });
  const { slug } = await publishPage(seller, config);
  const email = uniqueEmail('buyer');
  await placeOrder(app, slug, { email });
  await waitForEmail(app, email, /Thank you for your purchase/);
  await openEmail(page, app, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Your receipt from Marlow Prints: $40.00 USD (No. 1)',
  );
  await expectAccessible(page, 'an email in the sandbox');

  await page.getByRole('link', { name: 'Open in full' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your purchase' })).toBeVisible();
  await expect(page.locator('img')).toHaveJSProperty('complete', true);
  expect(await page.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const link = page.getByRole('link', { name: 'See your purchases' });
  await expect(link).toHaveCSS('background-color', ACCENT_RGB);
  await expect(page.getByText('Tillwright', { exact: true })).toHaveCount(0);
  for (const width of [600, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.goto((await link.getAttribute('href')) ?? '');
  await expect(page.getByLabel('Email')).toBeVisible();
});
