import type { Page } from '@playwright/test';

import { buyerOn, payByCard, type Buyer } from './buyer.ts';
import { expect, toastOf, type Guest } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { test } from './plan.ts';
import { orderComesTo } from './provider-desk.ts';
import { enter, pageOnSale, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

type Club = { seller: Seller; buyer: Buyer; orderId: string };

/** Sells a subscription of $40 a month and signs its seller in. */
async function club(page: Page, guest: Guest, shop: Shop): Promise<Club> {
  const { seller, url } = await pageOnSale(shop, {
    requireTerms: false,
    paymentType: 'subscription',
    billingFrequency: 'monthly',
  });
  const buyer = buyerOn(await guest());
  await buyer.order(url);
  await payByCard(buyer.page);
  const orderId = await orderComesTo(seller, { state: 'paid', subscription: { state: 'active' } });
  await enter(page, seller);
  return { seller, buyer, orderId };
}

const line = (page: Page, buyer: Buyer) => page.getByRole('row').filter({ hasText: buyer.address });
const dialog = (page: Page) => page.getByRole('dialog');

test(
  'a seller sets a subscription to end with its period, resumes it, and ends it at once',
  { tag: '@core' },
  async ({ page, guest, shop }) => {
    const { buyer, orderId } = await club(page, guest, shop);
    await page.goto('/orders');
    await page.getByRole('link', { name: 'Subscriptions', exact: true }).click();
    await expect(line(page, buyer)).toContainText('Active');
    await expect(line(page, buyer)).toContainText('$40.00 USD');
    await expect(line(page, buyer)).toContainText('each month');
    await expect(line(page, buyer)).toContainText('1 payment');

    await line(page, buyer).getByRole('button', { name: /^End…/ }).click();
    await expect(dialog(page).getByRole('button', { name: 'Keep it' })).toBeFocused();
    await dialog(page)
      .getByRole('button', { name: /^End it on/ })
      .click();
    await expect(toastOf(page, 'End is set')).toBeVisible();
    await expect(line(page, buyer)).toContainText('Ending');
    await mailOf(shop, buyer.address, /ends/i);

    await line(page, buyer)
      .getByRole('button', { name: /^Let it go on/ })
      .click();
    await expect(toastOf(page, 'Subscription goes on')).toBeVisible();
    await expect(line(page, buyer)).toContainText('Renews');

    await line(page, buyer).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/orders/${orderId}$`));
    await page.getByRole('button', { name: /^End…/ }).click();
    await dialog(page).getByLabel('Now', { exact: true }).check();
    await dialog(page).getByRole('button', { name: 'End it now' }).click();
    await expect(toastOf(page, 'Subscription ended')).toBeVisible();
    await expect(page.getByRole('button', { name: /^End/ })).toHaveCount(0);
    await page.goto('/orders/subscriptions?state=ended');
    await expect(line(page, buyer)).toContainText('Ended');
  },
);
