import { createBuyer, payByCard, receiptLine } from './support/buyer.ts';
import { expect, getCheckoutToast, test, getToast } from './support/fixtures.ts';
import { createPublishedPage, publishPage } from './support/seller.ts';

const NO_TERMS = { requireTerms: false };

test('an unknown slug leads to the front page with a toast', async ({ page, app }) => {
  await page.goto('/c/no-such-page');
  await expect(getToast(page, 'Page not found')).toContainText("This checkout page doesn't exist");
  await expect(page).toHaveURL(`${app.url}/`);
});

test(
  'an unpublished page shows a toast, keeps the form, and sells again after it is published',
  { tag: '@core' },
  async ({ page, app }) => {
    const buyer = createBuyer(page);
    const { url, seller, config, pageId } = await createPublishedPage(app, NO_TERMS);
    await page.goto(url);
    await buyer.fillForm();
    await seller.call('unpublish-page', { pageId });
    await buyer.applyCoupon('QUARTER');
    const message = 'This page isn’t available right now.';
    await expect(
      getCheckoutToast(page, 'Coupon not applied').or(getCheckoutToast(page, 'Checkout failed')),
    ).toContainText(message);
    await buyer.pay.click();
    await expect(getCheckoutToast(page, 'Checkout failed')).toHaveText(
      `Checkout failed${message} You haven’t been charged.×`,
    );
    await expect(buyer.email).toHaveValue(buyer.emailAddress);
    await publishPage(seller, config, { pageId });
    await buyer.pay.click();
    await page.waitForURL(/\/sandbox\/pay\/cs_/);
  },
);

test(
  'the coupon and the pay button report a lost connection, and work again afterwards',
  { tag: '@core' },
  async ({ page, context, app }) => {
    const buyer = createBuyer(page);
    const { url } = await createPublishedPage(app, NO_TERMS);
    await page.goto(url);
    await buyer.fillForm();
    await context.setOffline(true);
    await buyer.applyCoupon('QUARTER');
    await expect(getCheckoutToast(page, 'Coupon not applied')).toContainText('Check your connection');
    await buyer.pay.click();
    await expect(getCheckoutToast(page, 'Checkout failed')).toContainText('You haven’t been charged.');
    await expect(buyer.pay).toHaveText('Get the course · $40 USD');
    await context.setOffline(false);
    await buyer.applyCoupon('QUARTER');
    await expect(buyer.price).toContainText('$30.00 USD');
    await expect(page.locator('.co-toast')).toBeHidden();
    await buyer.pay.click();
    await payByCard(page);
    await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
  },
);
