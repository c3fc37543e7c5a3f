import type { Page } from '@playwright/test';

import { pngOf } from './files.ts';
import { expect, test } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { expectAccess } from './seen.ts';
import { connectedSeller, freshEmail, freshWord, publish, samplePage, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';
import { sell } from './sold.ts';

const ACCENT = '#b4532a';
const ACCENT_RGB = 'rgb(180, 83, 42)';

async function logoOf(seller: Seller): Promise<string> {
  const { buffer } = pngOf('logo.png', 160, 40, [180, 83, 42]);
  const image = `data:image/png;base64,${buffer.toString('base64')}`;
  return (await seller.call('upload-image', { image, use: 'logo' })).url;
}

/** Opens the newest message to an address in the sandbox's list. */
async function openLetter(page: Page, shop: Shop, to: string): Promise<void> {
  await page.goto(`${shop.sandboxUrl}/sandbox/mail?to=${encodeURIComponent(to)}`);
  await page.locator('tbody a[href^="/sandbox/mail/"]').first().click();
}

test("the receipt has the seller's logo and accent color, and fits a phone", async ({
  page,
  shop,
}) => {
  const seller = await connectedSeller(shop);
  const config = samplePage({
    customSlug: freshWord('linocut'),
    requireTerms: false,
    accentColor: ACCENT,
    logo: await logoOf(seller),
  });
  const { slug } = await publish(seller, config);
  const email = freshEmail('buyer');
  await sell(shop, slug, { email });
  await mailOf(shop, email, /Thank you for your purchase/);
  await openLetter(page, shop, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your receipt from Marlow Prints (No. 1)');
  await expectAccess(page, 'an email in the sandbox');

  await page.getByRole('link', { name: 'Open it alone' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your purchase' })).toBeVisible();
  await expect(page.locator('img')).toHaveJSProperty('complete', true);
  expect(await page.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const link = page.getByRole('link', { name: 'See your purchases' });
  await expect(page.locator('td').filter({ has: link }).last()).toHaveCSS('background-color', ACCENT_RGB);
  await expect(page.getByText('Tillwright', { exact: true })).toHaveCount(0);
  for (const width of [600, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.goto((await link.getAttribute('href')) ?? '');
  await expect(page.getByLabel('Email')).toBeVisible();
});
