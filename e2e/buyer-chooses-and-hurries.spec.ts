import type { Page } from '@playwright/test';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { fillCard, payByCard, payKey, receiptLine, toldOf, wayOf } from './buyer.ts';
import { expect } from './journey.ts';
import { test } from './plan.ts';
import { expectAccess, expectFits } from './seen.ts';
import { pageOnSale } from './seller.ts';
import { inSeconds, letEnd, moveTo } from './shop-clock.ts';
import type { Shop } from './shop-process.ts';

const { countdown, availability } = emptyConfig();
const NO_TERMS = { requireTerms: false };
const HOUR_S = 3600;

/** What stands in the pay button for somebody who looks at it. */
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

for (const script of [true, false]) {
  const way = wayOf(script);

  test(`a year is chosen with a coupon, and paid, ${way}`, async ({ guest, shop }) => {
    const { buyer } = await toldOf(guest, shop, script);
    const { page, price } = buyer;
    const { url, seller } = await pageOnSale(shop, MONTHLY_OR_YEARLY);
    await page.goto(url);
    await expect(page.getByText('Save 16 %')).toBeVisible();
    await expectTotal(page, '$29 USD/month');
    await buyer.apply('QUARTER');
    await expect(page.getByText('Coupon applied! You saved $7.25')).toBeVisible();
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await expect(price).toHaveText(/\$217\.50 USD\/year$/, { useInnerText: true });
    await expectTotal(page, '$217.50 USD/year');
    await expect(page.getByText('Coupon applied! You saved $72.50')).toBeVisible();
    if (script) await expectAccess(page, 'several prices');
    await buyer.fillIn();
    await buyer.pay.click();
    await payByCard(page);
    await expect(receiptLine(page, 'Paid')).toHaveText('$217.50 USD');
    expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 21_750, discount: 7250 }]);
  });

  test(`an address picks a price, and a wrong press keeps it, ${way}`, async ({ guest, shop }) => {
    const { buyer } = await toldOf(guest, shop, script);
    const { page } = buyer;
    const { url } = await pageOnSale(shop, { ...MONTHLY_OR_YEARLY, ...NO_TERMS });
    await page.goto(`${url}?plan=yearly&utm_source=letter`);
    await expectTotal(page, '$290 USD/year');
    await buyer.email.fill('nobody@nowhere');
    await buyer.pay.click();
    await expect(page.locator('#email-problem')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Yearly' })).toBeChecked();
    await expectTotal(page, '$290 USD/year');
    expect(new URL(page.url()).searchParams.get('utm_source')).toBe('letter');
  });

  test(`a buyer names the price: too little is said in place, the next is paid, ${way}`, async ({
    guest,
    shop,
  }) => {
    const { buyer } = await toldOf(guest, shop, script);
    const { page, email } = buyer;
    const amounts = { enabled: true, minimum: '5', maximum: '', presets: ['10', '25'] };
    const free = { enableCoupon: false, validCoupons: [], price: '25', payWhatYouWant: amounts };
    const { url } = await pageOnSale(shop, { ...free, ...NO_TERMS });
    await page.goto(url);
    await expectTotal(page, '$25 USD');
    await page.getByRole('radio', { name: '$10' }).check({ force: true });
    await expectTotal(page, '$10 USD');
    await page.getByRole('radio', { name: 'Other amount' }).check({ force: true });
    await page.getByLabel('Your amount').fill('2');
    if (script) await expectTotal(page, '$2 USD');
    await buyer.fillIn();
    await buyer.pay.click();
    await expect(page.locator('#amount-problem')).toHaveText('The least that you can pay is $5.00.');
    await expect(page.getByLabel('Your amount')).toBeFocused();
    await expect(page.getByLabel('Your amount')).toHaveValue('2');
    await expect(email).toHaveValue(buyer.address);
    if (script) await expectAccess(page, 'a refused amount');
    await page.getByLabel('Your amount').fill('12,50');
    await buyer.pay.click();
    await payByCard(page);
    await expect(receiptLine(page, 'Paid')).toHaveText('$12.50 USD');
  });

  test(`when the time is up the price is another, except for who is paying, ${way}`, async ({
    guest,
    shop,
  }) => {
    const { buyer: early, another } = await toldOf(guest, shop, script);
    const endsAt = await inSeconds(shop, HOUR_S / 6);
    const ends = { ...countdown, enabled: true, endsAt, atEnd: 'price' as const, priceAfter: '60' };
    const words = { text: 'Half price, nearly', textAfter: 'The early price is over' };
    const { url } = await pageOnSale(shop, { ...NO_TERMS, countdown: { ...ends, ...words } });
    await early.order(url);
    await fillCard(early.page);
    const late = await another();
    await late.page.goto(url);
    await expect(late.page.getByText('Half price, nearly')).toBeVisible();
    await expect(late.page.locator('.co-when time')).toHaveAttribute('datetime', endsAt);
    await expect(late.page.getByRole('timer')).toBeVisible({ visible: script });
    await late.fillIn();
    await moveTo(shop, endsAt);
    await late.pay.click();
    await expect(late.said('it was $40.00 USD, it is now $60.00 USD')).toBeVisible();
    await expect(late.page.getByText('The early price is over')).toBeVisible();
    await expectTotal(late.page, '$60 USD');
    await expect(late.email).toHaveValue(late.address);
    await payKey(early.page).click();
    await expect(receiptLine(early.page, 'Paid')).toHaveText('$40.00 USD');
  });

  test(`the last piece: held, then sold out, ${way}`, async ({ guest, shop }) => {
    const { buyer, another } = await toldOf(guest, shop, script);
    const stock = {
      ...availability,
      stock: 1,
      showStock: true,
      soldOutText: 'All gone. Ask for the next print.',
    };
    const { url } = await pageOnSale(shop, { ...NO_TERMS, availability: stock });
    const second = await another();
    await second.page.goto(url);
    await expect(second.page.getByText('1 left')).toBeVisible();
    await second.fillIn();
    await buyer.order(url);
    await fillCard(buyer.page);
    await second.pay.click();
    await expect(second.said('being paid for by others right now')).toBeVisible();
    await expect(second.email).toHaveValue(second.address);
    const third = await another();
    await third.page.goto(url);
    await expect(third.told('being paid for by others right now')).toBeVisible();
    await payKey(buyer.page).click();
    await expect(receiptLine(buyer.page, 'Paid')).toHaveText('$40.00 USD');
    await second.pay.click();
    await expect(second.told('All gone. Ask for the next print.')).toBeVisible();
    if (script) await expectAccess(second.page, 'sold out');
  });

  test(`a page opens at its hour, ${way}`, async ({ guest, shop }) => {
    const { buyer } = await toldOf(guest, shop, script);
    const { page } = buyer;
    const opensAt = await inSeconds(shop, 2 * HOUR_S);
    const { url } = await pageOnSale(shop, { ...NO_TERMS, availability: { ...availability, opensAt } });
    await page.goto(url);
    await expect(buyer.told('This page is not open yet')).toBeVisible();
    await expect(page.locator('time')).toHaveAttribute('datetime', opensAt);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    if (script) await expectAccess(page, 'not open yet');
    await moveTo(shop, opensAt);
    await page.getByRole('link', { name: 'Look again' }).click();
    await expectTotal(page, '$40 USD');
  });
}

async function pageForAnHour(shop: Shop) {
  const endsAt = await inSeconds(shop, HOUR_S);
  const ends = { ...countdown, enabled: true, endsAt, atEnd: 'price' as const, priceAfter: '60' };
  return { endsAt, ...(await pageOnSale(shop, { countdown: ends })) };
}

test('a countdown ticks by the shop’s clock, and the page changes by itself', async ({ page, shop }) => {
  const { url, endsAt } = await pageForAnHour(shop);
  // Whatever the clock of whoever looks says.
  await page.clock.setFixedTime('2031-01-01T00:00:00Z');
  await page.goto(url);
  await expect(page.locator('[data-unit=minute] b')).toHaveText(/5\d/);
  const seconds = page.locator('[data-unit=second] b');
  const before = await seconds.textContent();
  await expect(seconds).not.toHaveText(before ?? '');
  await letEnd(page, shop, endsAt);
  await expect(page.locator('.co-price')).toHaveText('$60 USD');
  await expect(page.getByRole('timer')).toBeHidden();
});

test('who has typed something decides when the page changes', async ({ page, shop }) => {
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

test('all of it fits small windows, large letters and words that run the other way', async ({
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
