import type { Page } from '@playwright/test';

import type { RunningApp } from './support/app-process.ts';
import { createBuyer, payByCard, type Buyer } from './support/buyer.ts';
import { expect, getToast, type OpenContextPage } from './support/fixtures.ts';
import { waitForOrder } from './support/provider-dashboard.ts';
import { signIn, createPublishedPage, type Seller } from './support/seller.ts';
import { test } from './support/subscription-plan.ts';
import { waitForEmail } from './support/wait-for-email.ts';

type SubscriptionSale = { seller: Seller; buyer: Buyer; orderId: string };

/** Sells a subscription of $40 a month and signs its seller in. */
async function sellSubscription(
  page: Page,
  openContextPage: OpenContextPage,
  app: RunningApp,
): Promise<SubscriptionSale> {
  const { seller, url } = await createPublishedPage(app, {
    requireTerms: false,
    paymentType: 'subscription',
    billingFrequency: 'monthly',
  });
  const buyer = createBuyer(await openContextPage());
  await buyer.startCheckout(url);
  await payByCard(buyer.page);
  const orderId = await waitForOrder(seller, { state: 'paid', subscription: { state: 'active' } });
  await signIn(page, seller);
  return { seller, buyer, orderId };
}

const subscriptionRow = (page: Page, buyer: Buyer) => page.getByRole('row').filter({ hasText: buyer.emailAddress });
const dialog = (page: Page) => page.getByRole('dialog');

test('a seller sets a subscription to end with its period, resumes it, and ends it at once', async ({
  page,
  openContextPage,
  app,
}) => {
  const { buyer, orderId } = await sellSubscription(page, openContextPage, app);
  await page.goto('/orders');
  await page.getByRole('link', { name: 'Subscriptions', exact: true }).click();
  await expect(subscriptionRow(page, buyer)).toContainText('Active');
  await expect(subscriptionRow(page, buyer)).toContainText('$40.00 USD');
  await expect(subscriptionRow(page, buyer)).toContainText('per month');
  await expect(subscriptionRow(page, buyer)).toContainText('1 payment');

  await subscriptionRow(page, buyer)
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await expect(dialog(page).getByRole('button', { name: 'Keep subscription' })).toBeFocused();
  await dialog(page)
    .getByRole('button', { name: /^Cancel on/ })
    .click();
  await expect(getToast(page, 'Cancellation scheduled')).toBeVisible();
  await expect(subscriptionRow(page, buyer)).toContainText('Ending');
  await waitForEmail(app, buyer.emailAddress, /ends/i);

  await subscriptionRow(page, buyer)
    .getByRole('button', { name: /^Resume/ })
    .click();
  await expect(getToast(page, 'Subscription resumed')).toBeVisible();
  await expect(subscriptionRow(page, buyer)).toContainText('Renews');

  await subscriptionRow(page, buyer).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/orders/${orderId}$`));
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await dialog(page).getByLabel('Now', { exact: true }).check();
  await dialog(page).getByRole('button', { name: 'Cancel now' }).click();
  await expect(getToast(page, 'Subscription canceled')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0);
  await page.goto('/orders/subscriptions?state=ended');
  await expect(subscriptionRow(page, buyer)).toContainText('Ended');
});
