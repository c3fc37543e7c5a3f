import type { Page } from '@playwright/test';

import { payByCard } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { LAYOUTS, uploadSampleImages } from './support/layout-pages.ts';
import { createConnectedSeller, uniqueEmail, uniqueName, publishPage, createPageConfig } from './support/seller.ts';
import { expectAccessible, expectNoOverflow, takeScreenshot } from './support/visual-checks.ts';

const SCREENS = [
  [1440, 900],
  [390, 844],
] as const;

/** Checks the open page at both widths. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    if (await page.locator('.co-page').count()) await expectNoOverflow(page, `${name}-${width}`);
    await expectAccessible(page, `${name}-${width}`);
    await takeScreenshot(page, `state-${name}-${width}`);
  }
}

const payButton = (page: Page) => page.locator('button.co-pay');

for (const layout of LAYOUTS)
  test(`a ${layout} page is accessible in every state`, async ({ page, app }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const seller = await createConnectedSeller(app);
    const images = await uploadSampleImages(seller, layout);
    const config = createPageConfig({ layout, ...images, customSlug: uniqueName(layout) });
    const { url, pageId } = await publishPage(seller, config);
    await page.goto(url);
    await inspect(page, `${layout}-fresh`);

    await page.getByLabel('Coupon code').fill('NOPE');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.locator('#coupon-problem')).toBeVisible();
    await inspect(page, `${layout}-wrong-coupon`);
    await page.getByLabel('Coupon code').fill('QUARTER');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Coupon applied!')).toBeVisible();
    await inspect(page, `${layout}-coupon`);

    await payButton(page).click({ force: true });
    await expect(page.locator('#terms-problem')).toBeVisible();
    await inspect(page, `${layout}-terms`);
    await page.getByLabel('I accept the').check();
    await page.getByLabel('Email').fill('no address');
    await payButton(page).click();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await inspect(page, `${layout}-email`);

    await page.emulateMedia({ forcedColors: 'active' });
    await inspect(page, `${layout}-forced-colours`);
    await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
    await inspect(page, `${layout}-more-contrast`);
    await page.emulateMedia({ contrast: 'no-preference' });

    await publishPage(seller, { ...config, price: '41' }, { pageId });
    await page.getByLabel('Email').fill(uniqueEmail('buyer'));
    await payButton(page).click();
    await expect(page.locator('.co-alert')).toBeVisible();
    await inspect(page, `${layout}-alert`);
    await page.getByLabel('I accept the').check();
    await payButton(page).click();
    await payByCard(page);
    await inspect(page, `${layout}-success`);

    await publishPage(seller, { ...config, logoPosition: 'top-center', productImage: null }, { pageId });
    await page.goto(url);
    await inspect(page, `${layout}-logo-centre-no-picture`);
    await publishPage(seller, { ...config, logoPosition: 'above-product' }, { pageId });
    await page.goto(url);
    await inspect(page, `${layout}-logo-above-product`);
    await seller.call('unpublish-page', { pageId });
    await page.goto(url);
    await expect(page.getByText('isn’t available right now')).toBeVisible();
    await inspect(page, `${layout}-closed`);
  });
