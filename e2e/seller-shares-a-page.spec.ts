import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { openBuilder } from './builder.ts';
import { expect, test } from './journey.ts';
import { expectAccess, shoot } from './seen.ts';
import { pageOnSale, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

const linkOf = (page: Page) => page.getByRole('group', { name: 'Your link' }).getByRole('status');
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** Opens the share dialog of a page with a light accent color and a wide logo. */
async function openShare(page: Page, shop: Shop): Promise<{ url: string; seller: Seller; pageId: string }> {
  const background = { r: 20, g: 90, b: 60, alpha: 1 };
  const logo = await sharp({ create: { width: 300, height: 120, channels: 4, background } })
    .png()
    .toBuffer();
  const sold = await pageOnSale(shop, {
    accentColor: '#fde047',
    logo: `data:image/png;base64,${logo.toString('base64')}`,
  });
  await openBuilder(page, sold.seller, `/builder?page=${sold.pageId}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  return sold;
}

test(
  'a shared link applies its coupon and carries its campaign',
  { tag: '@core' },
  async ({ page, shop }) => {
    const { url } = await openShare(page, shop);
    await expect(linkOf(page)).toHaveText(url.replace('http://', ''));
    await page.getByLabel('With a coupon').selectOption('QUARTER');
    await page.getByRole('button', { name: 'newsletter / email' }).click();
    await page.getByLabel('Campaign', { exact: true }).fill('Spring sale');
    const link = `${url}?coupon=QUARTER&utm_source=newsletter&utm_medium=email&utm_campaign=Spring+sale`;
    await expect(linkOf(page)).toHaveText(link.replace('http://', ''));
    await expectAccess(page, 'share-link');
    await shoot(page, 'share-link');

    await page.getByRole('button', { name: 'Keep this campaign' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'newsletter / email / Spring sale' }).click();
    await expect(page.getByLabel('Source')).toHaveValue('newsletter');

    await page.goto(link);
    await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
  },
);

test('a QR code for print has enough contrast and contains the logo', async ({ page, shop }) => {
  await openShare(page, shop);
  await openTab(page, 'QR code');
  await page.getByRole('radio', { name: 'Accent', exact: true }).check();
  await expect(page.getByText(/^Too light: 1\.\d to 1 against white/)).toBeVisible();
  await page.getByRole('radio', { name: 'Accent, darker' }).check();
  await expect(page.getByText(/^Too light/)).toHaveCount(0);
  await page.getByRole('switch', { name: 'Your logo in the middle' }).check();
  await expectAccess(page, 'share-code');
  await shoot(page, 'share-code');
  const savedAs = async (kind: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: kind, exact: true }).click();
    return readFile(await (await download).path());
  };
  expect((await savedAs('SVG')).toString()).toContain('<image href="data:image/');
  const drawn = sharp(await savedAs('PNG'));
  const { width, height } = await drawn.metadata();
  const middle = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  const [red = 255, green = 0] = await drawn.extract(middle).removeAlpha().raw().toBuffer();
  expect(green - red).toBeGreaterThan(40);
});

test('the share dialog shows social previews and suggested messages', async ({ page, shop }) => {
  const { url } = await openShare(page, shop);
  await openTab(page, 'Preview');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Linocut for Beginners').first()).toBeVisible();
  await expect(dialog.locator('.b-card img')).toHaveCount(3);
  for (const image of await dialog.locator('.b-card img').all())
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1200);
  await expectAccess(page, 'share-preview');
  await shoot(page, 'share-preview');
  await openTab(page, 'Messages');
  await expect(page.getByLabel('Mail: subject')).toHaveValue('Linocut for Beginners');
  await expect(page.getByLabel('Post: text')).toHaveValue(new RegExp(url));
  const mail = page.getByRole('link', { name: 'Open in mail' });
  await expect(mail).toHaveAttribute('href', /^mailto:\?subject=Linocut%20for%20Beginners&body=Hello/);
  await expectAccess(page, 'share-messages');
  await shoot(page, 'share-messages');
});
