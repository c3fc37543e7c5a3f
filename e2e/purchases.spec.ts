import type { Page } from '@playwright/test';

import { createBuyer, payByCard, type Buyer } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { openPurchases, requestLink } from './support/purchases-page.ts';
import { createPublishedPage } from './support/seller.ts';
import { expectAccessible, takeScreenshot } from './support/visual-checks.ts';
import { waitForPurchasesLink } from './support/wait-for-email.ts';

const MONTHLY = { paymentType: 'subscription', billingFrequency: 'monthly' } as const;

/** Buys on a page with the buyer's email address. */
async function buy(buyer: Buyer, url: string): Promise<void> {
  await buyer.startCheckout(url);
  await payByCard(buyer.page);
}

const getOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Expects no axe violations and no horizontal overflow on a desktop and two phones, in light and dark mode. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
    [320, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${name}, ${width} px, ${colorScheme}`);
    expect.soft(await getOverflow(page), `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    await takeScreenshot(page, `purchases-${name}-${width}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test(
  'a buyer without script finds a receipt by the emailed link, and cancels a subscription',
  { tag: '@core' },
  async ({ openContextPage, app }) => {
    const buyer = createBuyer(await openContextPage({ javaScriptEnabled: false }));
    const { page } = buyer;
    await buy(buyer, (await createPublishedPage(app, MONTHLY)).url);
    await openPurchases(buyer, app);
    await expect(page).toHaveURL(`${app.url}/purchases`);
    await page.getByRole('link', { name: 'Receipt 1: Linocut for Beginners' }).click();
    await expect(page.getByRole('heading', { name: 'Receipt 1' })).toBeVisible();
    await page.getByRole('link', { name: 'Your purchases' }).first().click();
    await page.getByRole('link', { name: 'Cancel subscription Linocut for Beginners' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByRole('status')).toHaveText('Your subscription is canceled. You won’t be charged again.');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('status')).toHaveText('You’re signed out.');
  },
);

test("a receipt prints on one sheet, without the page's controls", async ({ page, app }) => {
  const { url } = await createPublishedPage(app);
  const buyer = createBuyer(page);
  await buy(buyer, url);
  await openPurchases(buyer, app);
  await page.getByRole('link', { name: /^Receipt 1/ }).click();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const buttonName of ['Sign out', 'Use a different email address'])
    await expect(page.getByRole('button', { name: buttonName })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Your purchases' })).toBeHidden();
  await expect(page.getByText('Payments are processed by Stripe.')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Receipt 1' })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('.pu')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page[^s]/g);
  expect(sheets).toHaveLength(1);
});

test('the purchases pages are accessible on every screen size', async ({ page, app }) => {
  const buyer = createBuyer(page);
  await page.goto('/purchases');
  await inspect(page, 'ask');
  const { url } = await createPublishedPage(app, MONTHLY);
  await buy(buyer, url);
  await buy({ ...buyer, emailAddress: buyer.emailAddress }, (await createPublishedPage(app)).url);
  await requestLink(page, buyer.emailAddress);
  await page.goto(await waitForPurchasesLink(app, buyer.emailAddress));
  await inspect(page, 'open');
  await page.getByRole('button', { name: 'View my purchases' }).click();
  await inspect(page, 'list');
  await page.getByRole('link', { name: /^Cancel / }).click();
  await inspect(page, 'cancel');
  await page.goBack();
  await page
    .getByRole('link', { name: /^Receipt 1/ })
    .first()
    .click();
  await inspect(page, 'receipt');
  await page.goto(`/purchases/receipts/${crypto.randomUUID()}`);
  await expect(page.getByRole('heading', { name: 'Purchase not found' })).toBeVisible();
  await inspect(page, 'missing');
});
