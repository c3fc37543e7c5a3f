import { payByCard, receiptLine } from './buyer.ts';
import { expect, test } from './journey.ts';
import { freshEmail, pageOnSale } from './seller.ts';

test('a buyer subscribes with a coupon and sees what every month costs', async ({ page, shop }) => {
  const { url, seller } = await pageOnSale(shop, {
    requireTerms: false,
    paymentType: 'subscription',
    billingFrequency: 'monthly',
  });
  await page.goto(url);
  await expect(page.locator('.co-price')).toHaveText('$40 USD/month');
  await page.getByLabel('Coupon code').fill('QUARTER');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.locator('.co-price [data-part=total]')).toHaveText('$30.00 USD/month');
  await page.getByLabel('Email').fill(freshEmail('buyer'));
  await page.locator('button.co-pay').click();
  await expect(page.getByRole('heading', { name: 'Subscribe' })).toBeVisible();
  await expect(page.getByText('$30.00 per month')).toBeVisible();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([
    { total: 3000, discount: 1000, couponCode: 'QUARTER', state: 'paid' },
  ]);
});

test('a buyer whose coupon leaves nothing to pay orders without a card', async ({ page, shop }) => {
  const { url, seller } = await pageOnSale(shop, {
    requireTerms: false,
    validCoupons: [{ code: 'GIFT', discount: 100, type: 'percentage' }],
  });
  await page.goto(`${url}?coupon=GIFT`);
  await expect(page.locator('button.co-pay')).toHaveText('Get the course · $0.00 USD');
  await page.getByLabel('Email').fill(freshEmail('buyer'));
  await page.locator('button.co-pay').click();
  await page.getByRole('button', { name: 'Complete order' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(receiptLine(page, 'Paid')).toHaveText('$0.00 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 0, state: 'paid' }]);
});
