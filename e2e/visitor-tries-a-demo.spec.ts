import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { DEMO_PAY_DELAY_MS } from '#app/checkout-page/demo-answers.ts';

import { receiptLine } from './buyer.ts';
import { expect, noteOf, test } from './journey.ts';

const COURSE = '/checkout/demo';
const SUBSCRIPTION = '/subscription/demo';
const EMAIL = 'bo@example.com';

const payKey = (page: Page) => page.locator('button.co-pay');
const result = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' });

/** Opens a demo with a paused clock, and records every request from then on. */
async function open(page: Page, address: string): Promise<string[]> {
  await page.clock.install({ time: '2026-03-02T10:00:00Z' });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.clock.pauseAt('2026-03-02T11:00:00Z');
  const left: string[] = [];
  page.on('request', (request) => {
    // Browsers request the favicon at any time.
    if (!request.url().endsWith('/favicon.svg')) left.push(`${request.method()} ${request.url()}`);
  });
  return left;
}

test(
  'the demo on the front page accepts a coupon and sends no requests',
  { tag: '@core' },
  async ({ page, shop }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'View demo' }).click();
    await expect(page).toHaveURL(`${shop.url}${COURSE}`);
    const left = await open(page, COURSE);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Premium Course');
    await expect(page.locator('.co-price')).toHaveText('$99 USD');
    const note = page.getByRole('complementary', { name: 'About this demo' });
    await expect(note).toContainText('Try the coupon WELCOME20');

    const code = page.getByLabel('Coupon code');
    await code.fill('welcome');
    await code.press('Enter');
    await expect(noteOf(page, 'Invalid coupon')).toContainText('This coupon code is not valid');
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await code.fill(' welcome20 ');
    await code.press('Enter');
    await expect(page.getByText('Coupon applied! You saved $19.80')).toBeFocused();
    await expect(page.locator('.co-price')).toHaveText('Was $99.00 USD$79.20 USD');
    await expect(code).toBeDisabled();

    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Email').press('Enter');
    await expect(payKey(page)).toHaveText('Processing...');
    await page.clock.runFor(DEMO_PAY_DELAY_MS - 1);
    await expect(payKey(page)).toHaveText('Processing...');
    await page.clock.runFor(1);
    await expect(result(page)).toBeFocused();
    await expect(page).toHaveTitle('Payment Successful!');
    await expect(page.getByText('Welcome to the bakery.')).toBeVisible();
    await expect(receiptLine(page, 'Premium Course')).toHaveText('$99.00');
    await expect(receiptLine(page, 'Coupon')).toHaveText('−$19.80');
    await expect(receiptLine(page, 'Paid')).toHaveText('$79.20 USD');
    await expect(receiptLine(page, 'Email')).toHaveText(EMAIL);
    await expect(note).not.toContainText('Try the coupon', { useInnerText: true });
    expect(left).toEqual([]);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(`${shop.url}/`);
  },
);

test('the subscription demo requires consent to the terms', async ({ page }) => {
  const left = await open(page, SUBSCRIPTION);
  await expect(page.locator('.co-price')).toHaveText('$29 USD/month');
  await page.getByLabel('Email').fill(EMAIL);
  await expect(payKey(page)).toHaveAttribute('aria-disabled', 'true');
  await payKey(page).click({ force: true });
  await expect(noteOf(page, 'Terms required')).toContainText('Please accept the terms and conditions');
  await page.clock.runFor(2 * DEMO_PAY_DELAY_MS);
  await expect(result(page)).toBeHidden();

  await expect(page.getByLabel('I accept the')).toBeFocused();
  await page.keyboard.press('Space');
  await payKey(page).press('Enter');
  await page.clock.runFor(DEMO_PAY_DELAY_MS);
  await expect(result(page)).toBeFocused();
  await expect(receiptLine(page, 'Paid')).toHaveText('$29.00 USD');
  expect(left).toEqual([]);
});

test('a double click pays once, and going back restores the form', async ({ page, shop }) => {
  const left = await open(page, COURSE);
  await page.getByLabel('Email').fill(EMAIL);
  await payKey(page).dblclick();
  await page.clock.runFor(DEMO_PAY_DELAY_MS);
  await expect(result(page)).toHaveCount(1);
  await page.clock.runFor(DEMO_PAY_DELAY_MS);

  await page.goBack();
  await expect(page).toHaveURL(`${shop.url}${COURSE}`);
  await expect(page).toHaveTitle(/^Demo checkout: Premium Course/);
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL);
  await expect(payKey(page)).toHaveText('Enroll now · $99 USD');
  await expect(payKey(page)).toBeFocused();
  await page.goForward();
  await expect(receiptLine(page, 'Email')).toHaveText(EMAIL);
  await page.goBack();

  await page.getByLabel('Email').fill('second@example.com');
  await payKey(page).click();
  await page.clock.runFor(DEMO_PAY_DELAY_MS);
  await expect(receiptLine(page, 'Email')).toHaveText('second@example.com');
  expect(left).toEqual([]);

  await page.reload();
  await expect(result(page)).toBeVisible();
  await expect(page.locator('.co-lines')).not.toContainText('Email');
  await page.goBack();
  await expect(payKey(page)).toHaveText('Enroll now · $99 USD');
});

test('leaving during a payment cancels it', async ({ page }) => {
  await open(page, COURSE);
  await page.getByLabel('Email').fill(EMAIL);
  await payKey(page).click();
  await page.getByRole('link', { name: 'Subscription demo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Italian Evenings');
  await page.goBack();
  await expect(payKey(page)).toHaveText('Enroll now · $99 USD');
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
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(overhang, `${address} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  });
}
