import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { DEMO_PAY_DELAY_MS } from '#app/checkout-page/enhance/demo-answers.ts';

import { receiptLine } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';

const COURSE = '/checkout/demo';
const SUBSCRIPTION = '/subscription/demo';
const EMAIL = 'bo@example.com';

const payButton = (page: Page) => page.locator('button.co-pay');
const result = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' });

/** Opens a demo with a paused clock, and records every request from then on. */
async function openDemo(page: Page, address: string): Promise<string[]> {
  await page.clock.install({ time: '2026-03-02T10:00:00Z' });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.clock.pauseAt('2026-03-02T11:00:00Z');
  const requests: string[] = [];
  page.on('request', (request) => {
    // Browsers request the favicon at any time.
    if (!request.url().endsWith('/favicon.svg')) requests.push(`${request.method()} ${request.url()}`);
  });
  return requests;
}

test('the demo on the front page accepts a coupon and sends no requests', { tag: '@core' }, async ({ page, app }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'View demo' }).click();
  await expect(page).toHaveURL(`${app.url}${COURSE}`);
  const requests = await openDemo(page, COURSE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Premium Course');
  await expect(page.locator('.co-price')).toHaveText('$99 USD');
  const demoNote = page.getByRole('complementary', { name: 'About this demo' });
  await expect(demoNote).toContainText('Try the coupon WELCOME20');

  const code = page.getByLabel('Coupon code');
  await code.fill('welcome');
  await code.press('Enter');
  await expect(page.locator('#coupon-problem')).toContainText('This coupon code is not valid');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(' welcome20 ');
  await code.press('Enter');
  await expect(page.getByText('Coupon applied! You saved $19.80')).toBeFocused();
  await expect(page.locator('.co-price')).toHaveText('Was $99.00 USD$79.20 USD');
  await expect(code).toBeDisabled();

  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Email').press('Enter');
  await expect(payButton(page)).toHaveText('Processing...');
  await page.clock.runFor(DEMO_PAY_DELAY_MS - 1);
  await expect(payButton(page)).toHaveText('Processing...');
  await page.clock.runFor(1);
  await expect(result(page)).toBeFocused();
  await expect(page).toHaveTitle('Payment Successful!');
  await expect(page.getByText('Welcome to the bakery.')).toBeVisible();
  await expect(receiptLine(page, 'Premium Course')).toHaveText('$99.00');
  await expect(receiptLine(page, 'Coupon WELCOME20')).toHaveText('−$19.80');
  await expect(receiptLine(page, 'Paid')).toHaveText('$79.20 USD');
  await expect(receiptLine(page, 'Email')).toHaveText(EMAIL);
  await expect(demoNote).not.toContainText('Try the coupon', { useInnerText: true });
  expect(requests).toEqual([]);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(`${app.url}/`);
});

test('the subscription demo requires consent to the terms', async ({ page }) => {
  const requests = await openDemo(page, SUBSCRIPTION);
  await expect(page.locator('.co-price')).toHaveText('$29 USD/month');
  await page.getByLabel('Email').fill(EMAIL);
  await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true');
  await payButton(page).click({ force: true });
  await expect(page.locator('#terms-problem')).toContainText('Please accept the terms and conditions');
  await page.clock.runFor(2 * DEMO_PAY_DELAY_MS);
  await expect(result(page)).toBeHidden();

  await expect(page.getByLabel('I accept the')).toBeFocused();
  await page.keyboard.press('Space');
  await payButton(page).press('Enter');
  await page.clock.runFor(DEMO_PAY_DELAY_MS);
  await expect(result(page)).toBeFocused();
  await expect(receiptLine(page, 'Paid')).toHaveText('$29.00 USD');
  expect(requests).toEqual([]);
});

test('a double click pays once, and going back restores the form', async ({ page, app }) => {
  const requests = await openDemo(page, COURSE);
  await page.getByLabel('Email').fill(EMAIL);
  await payButton(page).dblclick();
  await page.clock.runFor(DEMO_PAY_DELAY_MS);
  await expect(result(page)).toHaveCount(1);
  await page.clock.runFor(DEMO_PAY_DELAY_MS);

  await page.goBack();
  await expect(page).toHaveURL(`${app.url}${COURSE}`);
  await expect(page).toHaveTitle(/^Demo checkout: Premium Course/);
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL);
  await expect(payButton(page)).toHaveText('Enroll now · $99 USD');
  await expect(payButton(page)).toBeFocused();
  await page.goForward();
  await expect(receiptLine(page, 'Email')).toHaveText(EMAIL);
  await page.goBack();

  await page.getByLabel('Email').fill('second@example.com');
  await payButton(page).click();
  await page.clock.runFor(DEMO_PAY_DELAY_MS);
  await expect(receiptLine(page, 'Email')).toHaveText('second@example.com');
  expect(requests).toEqual([]);

  await page.reload();
  await expect(result(page)).toBeVisible();
  await expect(page.locator('.co-lines')).not.toContainText('Email');
  await page.goBack();
  await expect(payButton(page)).toHaveText('Enroll now · $99 USD');
});

test('leaving during a payment cancels it', async ({ page }) => {
  await openDemo(page, COURSE);
  await page.getByLabel('Email').fill(EMAIL);
  await payButton(page).click();
  await page.getByRole('link', { name: 'Subscription demo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Italian Evenings');
  await page.goBack();
  await expect(payButton(page)).toHaveText('Enroll now · $99 USD');
  await page.clock.runFor(2 * DEMO_PAY_DELAY_MS);
  await expect(result(page)).toBeHidden();
});

for (const width of [320, 390, 768, 1440]) {
  test(`the demos are accessible at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const address of [COURSE, SUBSCRIPTION, `${COURSE}?coupon=WELCOME20#paid`]) {
      await page.goto(address);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect.soft(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(overflow, `${address} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  });
}
