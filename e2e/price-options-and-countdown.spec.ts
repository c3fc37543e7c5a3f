import type { Page } from '@playwright/test';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { RunningApp } from './support/app-process.ts';
import { createBuyer, payButton, waitForOrders, placeOrder } from './support/buyer.ts';
import { expect } from './support/fixtures.ts';
import { createPublishedPage } from './support/seller.ts';
import { test } from './support/subscription-plan.ts';
import { expectAccessible, expectNoOverflow } from './support/visual-checks.ts';

/** The time of the app's business clock in milliseconds. */
async function getBusinessTime(app: RunningApp): Promise<number> {
  const response = await fetch(`${app.sandboxUrl}/sandbox/clock.json`);
  const { now } = (await response.json()) as { now: string };
  return Date.parse(now);
}

const getTimeIn = async (app: RunningApp, seconds: number): Promise<string> =>
  new Date((await getBusinessTime(app)) + seconds * 1000).toISOString();

async function setBusinessClock(app: RunningApp, time: string): Promise<void> {
  const body = new URLSearchParams({ to: time });
  const response = await fetch(`${app.sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
}

/** Moves the business clock to the end of a countdown and makes the page check the time again. */
async function passCountdownEnd(page: Page, app: RunningApp, endsAt: string): Promise<void> {
  await setBusinessClock(app, endsAt);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

const { countdown, availability } = createEmptyConfig();
const NO_TERMS = { requireTerms: false };
const HOUR_S = 3600;

/** Expects the total that the pay button shows. */
const expectTotal = (page: Page, text: string) =>
  expect(page.locator('button.co-pay')).toHaveText(`Get the course · ${text}`, { useInnerText: true });

const yearly = {
  id: 'yearly',
  name: '',
  price: '290',
  paymentType: 'subscription',
  billingFrequency: 'yearly',
} as const;

const MONTHLY_OR_YEARLY: Partial<CheckoutPageConfig> = {
  price: '29',
  paymentType: 'subscription',
  priceOptions: { baseName: '', others: [yearly] },
};

test(
  'the script shows the discount of each price option, and the selected price in the button',
  { tag: '@core' },
  async ({ page, app }) => {
    const buyer = createBuyer(page);
    const { url } = await createPublishedPage(app, { ...MONTHLY_OR_YEARLY, ...NO_TERMS });
    await page.goto(url);
    await expect(page.getByText('Save 16%')).toBeVisible();
    await expectTotal(page, '$29 USD/month');
    await buyer.applyCoupon('QUARTER');
    await expect(page.getByText('Coupon applied! You saved $7.25')).toBeVisible();
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await expect(buyer.price).toHaveText(/\$217\.50 USD\/year$/, { useInnerText: true });
    await expectTotal(page, '$217.50 USD/year');
    await expect(page.getByText('Coupon applied! You saved $72.50')).toBeVisible();
    await expectAccessible(page, 'several prices');
    await buyer.fillForm();
    await buyer.pay.click();
    await expect(payButton(page)).toHaveText('Pay $217.50');
  },
);

test(
  'the script shows the amount that a buyer enters, and rejects one below the minimum',
  { tag: '@core' },
  async ({ page, app }) => {
    const buyer = createBuyer(page);
    const amounts = { enabled: true, minimum: '5', maximum: '', presets: ['10', '25'] };
    const payWhatYouWantConfig = {
      enableCoupon: false,
      validCoupons: [],
      price: '25',
      payWhatYouWant: amounts,
    };
    const { url } = await createPublishedPage(app, { ...payWhatYouWantConfig, ...NO_TERMS });
    await page.goto(url);
    await expectTotal(page, '$25 USD');
    await page.getByRole('radio', { name: '$10' }).check({ force: true });
    await expectTotal(page, '$10 USD');
    await page.getByRole('radio', { name: 'Other amount' }).check({ force: true });
    await page.getByLabel('Your amount').fill('2');
    await expectTotal(page, '$2 USD');
    await buyer.fillForm();
    await buyer.pay.click();
    await expect(page.locator('#amount-problem')).toHaveText('The minimum amount is $5.00.');
    await expect(page.getByLabel('Your amount')).toBeFocused();
    await expect(page.getByLabel('Your amount')).toHaveValue('2');
    await expect(buyer.email).toHaveValue(buyer.emailAddress);
    await expectAccessible(page, 'a refused amount');
    await page.getByLabel('Your amount').fill('12,50');
    await buyer.pay.click();
    await expect(payButton(page)).toHaveText('Pay $12.50');
  },
);

test('a page before its opening time and a sold-out page are accessible', async ({ page, app }) => {
  const opensAt = await getTimeIn(app, 2 * HOUR_S);
  const early = await createPublishedPage(app, { availability: { ...availability, opensAt } });
  await page.goto(early.url);
  await expect(createBuyer(page).resultMessage('This page isn’t open yet')).toBeVisible();
  await expectAccessible(page, 'not open yet');
  const soldOut = await createPublishedPage(app, { availability: { ...availability, stock: 1 } });
  await placeOrder(app, soldOut.slug);
  await waitForOrders(soldOut.seller, 1);
  await page.goto(soldOut.url);
  await expect(createBuyer(page).resultMessage('This is sold out.')).toBeVisible();
  await expectAccessible(page, 'sold out');
});

async function createCountdownPage(app: RunningApp) {
  const endsAt = await getTimeIn(app, HOUR_S);
  const countdownConfig = { ...countdown, enabled: true, endsAt, atEnd: 'price' as const, priceAfter: '60' };
  return { endsAt, ...(await createPublishedPage(app, { countdown: countdownConfig })) };
}

test(
  "a countdown follows the app's clock, and the page updates at its end",
  { tag: '@core' },
  async ({ page, app }) => {
    const { url, endsAt } = await createCountdownPage(app);
    // The browser's clock has no influence.
    await page.clock.setFixedTime('2031-01-01T00:00:00Z');
    await page.goto(url);
    await expect(page.locator('[data-unit=minute] b')).toHaveText(/5\d/);
    const seconds = page.locator('[data-unit=second] b');
    const before = await seconds.textContent();
    await expect(seconds).not.toHaveText(before ?? '');
    await passCountdownEnd(page, app, endsAt);
    await expect(page.locator('.co-price')).toHaveText('$60 USD');
    await expect(page.getByRole('timer')).toBeHidden();
  },
);

test('a buyer who has started typing is asked before the page updates', async ({ page, app }) => {
  const { url, endsAt } = await createCountdownPage(app);
  await page.goto(url);
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByLabel('I accept the').check();
  await expect(page.locator('.co-clock:not([data-state])')).toBeVisible();
  await passCountdownEnd(page, app, endsAt);
  await expect(page.getByText('Time’s up, and this page has changed.')).toBeVisible();
  await expectAccessible(page, 'a countdown that is over');
  await page.getByRole('button', { name: 'Show the updated page' }).click();
  await expect(page.locator('.co-price')).toHaveText('$60 USD');
  await expect(page.getByLabel('Email')).toHaveValue('ana@example.com');
  await expect(page.getByLabel('I accept the')).toBeChecked();
});

test('long and right-to-left texts fit on small screens', async ({ page, app }) => {
  const endsAt = await getTimeIn(app, HOUR_S);
  const texts = { productName: 'دورة الطباعة', description: 'ثمانية أمسيات' };
  const longOption = { ...yearly, name: 'Donaudampfschifffahrtsgesellschaftsjahreskarte' };
  const { url } = await createPublishedPage(app, {
    ...MONTHLY_OR_YEARLY,
    ...texts,
    priceOptions: { baseName: 'شهريا', others: [longOption] },
    countdown: { ...countdown, enabled: true, endsAt, text: 'حتى نهاية الشهر' },
    availability: { ...availability, stock: 3, showStock: true },
    timeZone: 'America/Argentina/ComodRivadavia',
  });
  for (const width of [390, 320]) {
    // Tall enough that the pay bar at the bottom covers no other control, which axe would count as a small target.
    await page.setViewportSize({ width, height: 2000 });
    await page.goto(`${url}?coupon=QUARTER`);
    await expect(page.locator('.co-clock:not([data-state])')).toBeVisible();
    await expectNoOverflow(page, `everything at ${width}`);
    await expectAccessible(page, `everything at ${width}`);
  }
});
