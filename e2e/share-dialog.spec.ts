import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import sharp from 'sharp';

import type { RunningApp } from './support/app-process.ts';
import { openBuilder } from './support/builder-page.ts';
import { expect, test } from './support/fixtures.ts';
import { createPublishedPage, type Seller } from './support/seller.ts';
import { expectAccessible, takeScreenshot } from './support/visual-checks.ts';

const linkStatus = (page: Page) => page.getByRole('group', { name: 'Your link' }).getByRole('status');
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** Opens the share dialog of a page with a light accent color and a wide logo. */
async function openShare(page: Page, app: RunningApp): Promise<{ url: string; seller: Seller; pageId: string }> {
  const background = { r: 20, g: 90, b: 60, alpha: 1 };
  const logo = await sharp({ create: { width: 300, height: 120, channels: 4, background } })
    .png()
    .toBuffer();
  const publishedPage = await createPublishedPage(app, {
    accentColor: '#fde047',
    logo: `data:image/png;base64,${logo.toString('base64')}`,
  });
  await openBuilder(page, publishedPage.seller, `/builder?page=${publishedPage.pageId}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  return publishedPage;
}

test('a shared link applies its coupon and carries its campaign', { tag: '@core' }, async ({ page, app }) => {
  const { url } = await openShare(page, app);
  await expect(linkStatus(page)).toHaveText(url.replace('http://', ''));
  await page.getByLabel('Apply a coupon').selectOption('QUARTER');
  await page.getByRole('button', { name: 'newsletter / email' }).click();
  await page.getByLabel('Campaign', { exact: true }).fill('Spring sale');
  const link = `${url}?coupon=QUARTER&utm_source=newsletter&utm_medium=email&utm_campaign=Spring+sale`;
  await expect(linkStatus(page)).toHaveText(link.replace('http://', ''));
  await expectAccessible(page, 'share-link');
  await takeScreenshot(page, 'share-link');

  await page.getByRole('button', { name: 'Save campaign' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'newsletter / email / Spring sale' }).click();
  await expect(page.getByLabel('Source')).toHaveValue('newsletter');

  await page.goto(link);
  await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
});

test('a QR code for print has enough contrast and contains the logo', async ({ page, app }) => {
  await openShare(page, app);
  await openTab(page, 'QR code');
  await page.getByRole('radio', { name: 'Accent', exact: true }).check();
  await expect(page.getByText(/^This color is too light to scan reliably\. Its contrast is 1\.\d:1/)).toBeVisible();
  await page.getByRole('radio', { name: 'Darker accent' }).check();
  await expect(page.getByText(/^This color is too light/)).toHaveCount(0);
  await page.getByRole('switch', { name: 'Logo in the center' }).check();
  await expectAccessible(page, 'share-code');
  await takeScreenshot(page, 'share-code');
  const downloadAs = async (kind: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: kind, exact: true }).click();
    return readFile(await (await download).path());
  };
  expect((await downloadAs('Download SVG')).toString()).toContain('<image href="data:image/');
  const image = sharp(await downloadAs('Download PNG'));
  const { width, height } = await image.metadata();
  const middle = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  const [red = 255, green = 0] = await image.extract(middle).removeAlpha().raw().toBuffer();
  expect(green - red).toBeGreaterThan(40);
});

test('the share dialog shows social previews and suggested messages', async ({ page, app }) => {
  const { url } = await openShare(page, app);
  await openTab(page, 'Preview');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Linocut for Beginners').first()).toBeVisible();
  await expect(dialog.locator('.social-card img')).toHaveCount(3);
  for (const image of await dialog.locator('.social-card img').all())
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1200);
  await expectAccessible(page, 'share-preview');
  await takeScreenshot(page, 'share-preview');
  await openTab(page, 'Messages');
  await expect(page.getByLabel('Email: subject')).toHaveValue('Linocut for Beginners');
  await expect(page.getByLabel('Social post: text')).toHaveValue(new RegExp(url));
  const mail = page.getByRole('link', { name: 'Open in email app' });
  await expect(mail).toHaveAttribute('href', /^mailto:\?subject=Linocut%20for%20Beginners&body=Hi/);
  await expectAccessible(page, 'share-messages');
  await takeScreenshot(page, 'share-messages');
});
