import type { Page } from '@playwright/test';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { buyerOn, payKey } from './buyer.ts';
import { expect } from './journey.ts';
import { test } from './plan.ts';
import { expectAccess, expectFits } from './seen.ts';
import { pageOnSale } from './seller.ts';
import { inSeconds, letEnd } from './shop-clock.ts';
import type { Shop } from './shop-process.ts';
import { booksHold, sell } from './sold.ts';

const { countdown, availability } = emptyConfig();
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
  async ({ page, shop }) => {
    const buyer = buyerOn(page);
    const { url } = await pageOnSale(shop, { ...MONTHLY_OR_YEARLY, ...NO_TERMS });
    await page.goto(url);
    await expect(page.getByText('Save 16 %')).toBeVisible();
    await expectTotal(page, '$29 USD/month');
    await buyer.apply('QUARTER');
    await expect(page.getByText('Coupon applied! You saved $7.25')).toBeVisible();
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await expect(buyer.price).toHaveText(/\$217\.50 USD\/year$/, { useInnerText: true });
    await expectTotal(page, '$217.50 USD/year');
    await expect(page.getByText('Coupon applied! You saved $72.50')).toBeVisible();
    await expectAccess(page, 'several prices');
    await buyer.fillIn();
    await buyer.pay.click();
    await expect(payKey(page)).toHaveText('Pay $217.50');
  },
);

test(
  'the script shows the amount that a buyer enters, and rejects one below the minimum',
  { tag: '@core' },
  async ({ page, shop }) => {
    const buyer = buyerOn(page);
    const amounts = { enabled: true, minimum: '5', maximum: '', presets: ['10', '25'] };
    const free = { enableCoupon: false, validCoupons: [], price: '25', payWhatYouWant: amounts };
    const { url } = await pageOnSale(shop, { ...free, ...NO_TERMS });
    await page.goto(url);
    await expectTotal(page, '$25 USD');
    await page.getByRole('radio', { name: '$10' }).check({ force: true });
    await expectTotal(page, '$10 USD');
    await page.getByRole('radio', { name: 'Other amount' }).check({ force: true });
    await page.getByLabel('Your amount').fill('2');
    await expectTotal(page, '$2 USD');
    await buyer.fillIn();
    await buyer.pay.click();
    await expect(page.locator('#amount-problem')).toHaveText('The least that you can pay is $5.00.');
    await expect(page.getByLabel('Your amount')).toBeFocused();
    await expect(page.getByLabel('Your amount')).toHaveValue('2');
    await expect(buyer.email).toHaveValue(buyer.address);
    await expectAccess(page, 'a refused amount');
    await page.getByLabel('Your amount').fill('12,50');
    await buyer.pay.click();
    await expect(payKey(page)).toHaveText('Pay $12.50');
  },
);

test('a page before its opening time and a sold-out page are accessible', async ({
  page,
  shop,
}) => {
  const opensAt = await inSeconds(shop, 2 * HOUR_S);
  const early = await pageOnSale(shop, { availability: { ...availability, opensAt } });
  await page.goto(early.url);
  await expect(buyerOn(page).told('This page is not open yet')).toBeVisible();
  await expectAccess(page, 'not open yet');
  const soldOut = await pageOnSale(shop, { availability: { ...availability, stock: 1 } });
  await sell(shop, soldOut.slug);
  await booksHold(soldOut.seller, 1);
  await page.goto(soldOut.url);
  await expect(buyerOn(page).told('This is sold out.')).toBeVisible();
  await expectAccess(page, 'sold out');
});

async function pageForAnHour(shop: Shop) {
  const endsAt = await inSeconds(shop, HOUR_S);
  const ends = { ...countdown, enabled: true, endsAt, atEnd: 'price' as const, priceAfter: '60' };
  return { endsAt, ...(await pageOnSale(shop, { countdown: ends })) };
}

test(
  "a countdown follows the app's clock, and the page updates at its end",
  { tag: '@core' },
  async ({ page, shop }) => {
    const { url, endsAt } = await pageForAnHour(shop);
    // The browser's clock has no influence.
    await page.clock.setFixedTime('2031-01-01T00:00:00Z');
    await page.goto(url);
    await expect(page.locator('[data-unit=minute] b')).toHaveText(/5\d/);
    const seconds = page.locator('[data-unit=second] b');
    const before = await seconds.textContent();
    await expect(seconds).not.toHaveText(before ?? '');
    await letEnd(page, shop, endsAt);
    await expect(page.locator('.co-price')).toHaveText('$60 USD');
    await expect(page.getByRole('timer')).toBeHidden();
  },
);

test('a buyer who has started typing is asked before the page updates', async ({ page, shop }) => {
  const { url, endsAt } = await pageForAnHour(shop);
  await page.goto(url);
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByLabel('I accept the').check();
  await expect(page.locator('.co-clock:not([data-state])')).toBeVisible();
  await letEnd(page, shop, endsAt);
  await expect(page.getByText('The time is up, and this page has changed.')).toBeVisible();
  await expectAccess(page, 'a countdown that is over');
  await page.getByRole('button', { name: 'Show the page as it is now' }).click();
  await expect(page.locator('.co-price')).toHaveText('$60 USD');
  await expect(page.getByLabel('Email')).toHaveValue('ana@example.com');
  await expect(page.getByLabel('I accept the')).toBeChecked();
});

test('long and right-to-left texts fit on small screens', async ({
  page,
  shop,
}) => {
  const endsAt = await inSeconds(shop, HOUR_S);
  const words = { productName: 'دورة الطباعة', description: 'ثمانية أمسيات' };
  const long = { ...yearly, name: 'Donaudampfschifffahrtsgesellschaftsjahreskarte' };
  const { url } = await pageOnSale(shop, {
    ...MONTHLY_OR_YEARLY,
    ...words,
    priceOptions: { baseName: 'شهريا', others: [long] },
    countdown: { ...countdown, enabled: true, endsAt, text: 'حتى نهاية الشهر' },
    availability: { ...availability, stock: 3, showStock: true },
    timeZone: 'America/Argentina/ComodRivadavia',
  });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${url}?coupon=QUARTER`);
    await expect(page.locator('.co-clock:not([data-state])')).toBeVisible();
    await expectFits(page, `everything at ${width}`);
    await expectAccess(page, `everything at ${width}`);
  }
});
