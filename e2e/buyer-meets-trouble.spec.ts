import { buyerOn, payByCard, receiptLine } from './buyer.ts';
import { expect, noteOf, test, toastOf } from './journey.ts';
import { pageOnSale, publish } from './seller.ts';

const NO_TERMS = { requireTerms: false };

test('an unknown slug leads to the front page with a toast', async ({ page, shop }) => {
  await page.goto('/c/no-such-page');
  await expect(toastOf(page, 'Page not found')).toContainText("This checkout page doesn't exist");
  await expect(page).toHaveURL(`${shop.url}/`);
});

test(
  'an unpublished page shows a toast, keeps the form, and sells again after it is published',
  { tag: '@core' },
  async ({ page, shop }) => {
    const buyer = buyerOn(page);
    const { url, seller, config, pageId } = await pageOnSale(shop, NO_TERMS);
    await page.goto(url);
    await buyer.fillIn();
    await seller.call('unpublish-page', { pageId });
    await buyer.apply('QUARTER');
    const words = 'This page is not on sale at the moment.';
    await expect(noteOf(page, 'Coupon not applied').or(noteOf(page, 'Checkout failed'))).toContainText(words);
    await buyer.pay.click();
    await expect(noteOf(page, 'Checkout failed')).toHaveText(`Checkout failed${words} Nothing was charged.×`);
    await expect(buyer.email).toHaveValue(buyer.address);
    await publish(seller, config, { pageId });
    await buyer.pay.click();
    await page.waitForURL(/\/sandbox\/pay\/cs_/);
  },
);

test(
  'the coupon and the pay button report a lost connection, and work again afterwards',
  { tag: '@core' },
  async ({ page, context, shop }) => {
    const buyer = buyerOn(page);
    const { url } = await pageOnSale(shop, NO_TERMS);
    await page.goto(url);
    await buyer.fillIn();
    await context.setOffline(true);
    await buyer.apply('QUARTER');
    await expect(noteOf(page, 'Coupon not applied')).toContainText('Please check your connection');
    await buyer.pay.click();
    await expect(noteOf(page, 'Checkout failed')).toContainText('Nothing was charged.');
    await expect(buyer.pay).toHaveText('Get the course · $40 USD');
    await context.setOffline(false);
    await buyer.apply('QUARTER');
    await expect(buyer.price).toContainText('$30.00 USD');
    await expect(page.locator('.co-toast')).toBeHidden();
    await buyer.pay.click();
    await payByCard(page);
    await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
  },
);
