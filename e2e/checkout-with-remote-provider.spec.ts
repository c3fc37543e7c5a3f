import type { Page } from '@playwright/test';

import { payByCard, receiptLine } from './support/buyer.ts';
import { expect, testWithRemoteSandbox as test, getToast } from './support/fixtures.ts';
import { signIn, uniqueEmail, createSeller, createPublishedPage } from './support/seller.ts';

async function startCheckout(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Coupon code').fill('QUARTER');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
  await submitForm(page);
}

async function submitForm(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(uniqueEmail('buyer'));
  await page.getByLabel('I accept the').check();
  await page.locator('button.co-pay').click();
}

test('a seller connects an account at a provider on another origin', async ({ page, app }) => {
  await signIn(page, await createSeller(app));
  await page.goto('/builder');
  const pagePromise = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Create Stripe account', exact: true }).click();
  const onboarding = await pagePromise;
  await onboarding.waitForURL(`${app.sandboxUrl}/sandbox/onboarding/*`);
  expect(await onboarding.evaluate(() => window.opener as unknown)).toBeNull();
  await onboarding.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(getToast(onboarding, 'Connected')).toBeVisible();
  await expect(onboarding).toHaveURL(`${app.url}/builder`);
  const dashboard = onboarding.context().waitForEvent('page');
  await onboarding.getByRole('button', { name: 'Open Stripe dashboard' }).click();
  await (await dashboard).waitForURL(/\/sandbox\/dashboard\/acct_/);
});

test(
  'a buyer with script goes to another origin, comes back, goes again and pays',
  { tag: '@core' },
  async ({ page, app }) => {
    const { url, seller } = await createPublishedPage(app);
    await startCheckout(page, url);
    await page.waitForURL(`${app.sandboxUrl}/sandbox/pay/*`);

    await page.goBack();
    await expect(page.locator('button.co-pay')).toHaveText('Get the course · $30.00 USD');
    await expect(page.getByLabel('Email')).toHaveValue(/^buyer-/);
    await expect(page.getByLabel('I accept the')).toBeChecked();
    await page.locator('button.co-pay').click();
    await page.waitForURL(`${app.sandboxUrl}/sandbox/pay/*`);

    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL(`${url}?coupon=QUARTER`);
    await expect(page.getByText('Your payment wasn’t completed. You haven’t been charged.')).toBeVisible();
    await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
    await expect(page.getByLabel('Coupon code')).toBeDisabled();
    await submitForm(page);
    await payByCard(page);
    expect(page.url()).toContain(`${app.url}/success?`);
    await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
    expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 3000, state: 'paid' }]);
  },
);

test('a page from the back-forward cache accepts a new checkout request', { tag: '@core' }, async ({ page, app }) => {
  const { url } = await createPublishedPage(app);
  let requestCount = 0;
  await page.route('**/functions/v1/create-checkout-session', () => {
    requestCount += 1;
  });
  const pay = page.locator('button.co-pay');
  await page.goto(url);
  await submitForm(page);
  await expect(pay).toHaveText('Processing...');
  // Headless Chromium has no back-forward cache, so the test dispatches its event.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(pay).toHaveText('Get the course · $40 USD');
  await pay.click();
  await expect(pay).toHaveText('Processing...');
  await expect.poll(() => requestCount).toBe(2);
});

test('a buyer without script goes to another origin, comes back, goes again and pays', async ({
  openContextPage,
  app,
}) => {
  const { url, seller } = await createPublishedPage(app);
  const page = await openContextPage({ javaScriptEnabled: false });
  await startCheckout(page, url);
  await page.waitForURL(`${app.sandboxUrl}/sandbox/pay/*`);

  await page.goBack();
  await expect(page.locator('button.co-pay')).toHaveText('Get the course · $30.00 USD');
  await expect(page.getByLabel('Email')).toHaveValue(/^buyer-/);
  await expect(page.getByLabel('I accept the')).toBeChecked();
  await page.locator('button.co-pay').click();
  await payByCard(page);
  expect(page.url()).toContain(`${app.url}/success?`);
  await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 3000, state: 'paid' }]);
});
