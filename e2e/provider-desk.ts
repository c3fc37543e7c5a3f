import { expect, type Page } from '@playwright/test';

import type { Seller } from './seller.ts';

/** Opens the seller's own dashboard at the provider, where what is theirs alone to do is done. */
export async function openDesk(page: Page, seller: Seller): Promise<void> {
  const { url } = await seller.call('stripe-connect-dashboard', {});
  await page.goto(url);
}

/** Presses a key of that dashboard, named by what it does and to what. */
export async function pressAtDesk(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** The line of an order in its seller's list. */
export const orderLine = (page: Page, buyer: string) => page.getByRole('row').filter({ hasText: buyer });

/** Asks until a seller's only order is as expected: events take their time. */
export async function orderComesTo(seller: Seller, expected: Record<string, unknown>): Promise<string> {
  let id = '';
  await expect(async () => {
    const { orders } = await seller.call('list-orders', {});
    id = orders[0]?.id ?? '';
    expect(await seller.call('get-order', { orderId: id })).toMatchObject(expected);
  }).toPass({ timeout: 15_000 });
  return id;
}
