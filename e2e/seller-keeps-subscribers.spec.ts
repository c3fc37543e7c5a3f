import type { Page } from '@playwright/test';

import { buyerOn, payByCard, type Buyer } from './buyer.ts';
import { expect, toastOf, type Guest } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { comesToSay, moveOn, test } from './plan.ts';
import { openDesk, orderComesTo, pressAtDesk } from './provider-desk.ts';
import { enter, pageOnSale, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

/** A month, and the hour in which its invoice may still be changed. */
const A_MONTH = 32;

type Club = { seller: Seller; buyer: Buyer; orderId: string };

/** A club of $40 a month with one member, and its seller in front of the list. */
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

test('a seller lets a subscription end with its period, changes their mind, and ends it at once', async ({
  page,
  guest,
  shop,
}) => {
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
});

test('a renewal that fails is seen with its next try, on a phone too, and found by name and state', async ({
  page,
  guest,
  shop,
}) => {
  const { seller, buyer } = await club(page, guest, shop);
  const desk = await guest();
  await openDesk(desk, seller);
  await pressAtDesk(desk, /card fail/);
  await moveOn(shop, A_MONTH);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/orders/subscriptions');
  await comesToSay(page, 'Tried again', page.getByRole('main'));
  await expect(line(page, buyer)).toContainText('Overdue');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);

  await page.getByRole('button', { name: 'Active', exact: true }).click();
  await expect(page.getByText('No subscription is like this')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Search subscriptions').fill(buyer.address.slice(0, 10));
  await expect(page).toHaveURL(/q=/);
  await expect(line(page, buyer)).toBeVisible();
  await page.getByLabel('Search subscriptions').fill('nobody at all');
  await expect(page.getByText('No subscription has words that begin with')).toBeVisible();
});

test('one that ended meanwhile is told as over, and the list shows it', async ({ page, guest, shop }) => {
  const { seller, buyer } = await club(page, guest, shop);
  await page.goto('/orders/subscriptions');
  await line(page, buyer).getByRole('button', { name: /^End…/ }).click();
  const { subscriptions } = await seller.call('list-buyer-subscriptions', {});
  await seller.call('cancel-buyer-subscription', { subscriptionId: subscriptions[0]?.id ?? '', now: true });
  await dialog(page)
    .getByRole('button', { name: /^End it on/ })
    .click();
  await expect(toastOf(page, 'Subscription not ended')).toContainText('has ended');
  await expect(line(page, buyer)).toContainText('Ended');
});

test('before anybody subscribes the screen says what will stand there', async ({ page, shop }) => {
  const { seller } = await pageOnSale(shop);
  await enter(page, seller);
  await page.goto('/orders/subscriptions');
  await expect(page.getByRole('heading', { name: 'Nobody subscribes yet' })).toBeVisible();
});
