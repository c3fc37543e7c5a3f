import { expect, type Page } from '@playwright/test';

import type { Seller } from './seller.ts';

/** Opens the seller's dashboard at the provider. */
export async function openProviderDashboard(page: Page, seller: Seller): Promise<void> {
  const { url } = await seller.call('stripe-connect-dashboard', {});
  await page.goto(url);
}

/** Clicks a button of the provider's dashboard and expects no error. */
export async function clickDashboardButton(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** The row of a buyer's order in the seller's list. */
export const orderRow = (page: Page, buyer: string) => page.getByRole('row').filter({ hasText: buyer });

/** Waits until the seller's only order matches, because events arrive with a delay. Returns its id. */
export async function waitForOrder(seller: Seller, expected: Record<string, unknown>): Promise<string> {
  let id = '';
  await expect(async () => {
    const { orders } = await seller.call('list-orders', {});
    id = orders[0]?.id ?? '';
    expect(await seller.call('get-order', { orderId: id })).toMatchObject(expected);
  }).toPass({ timeout: 15_000 });
  return id;
}
