import { DAY_MS } from '#domain/time-units.ts';

import type { HttpTestApp } from './http-test-app.ts';
import type { Seller } from './seller.ts';
import { Visitor } from './visitor.ts';

/** Clicks a button of the seller's dashboard at the provider, and waits until the app is idle. */
export async function clickDashboardButton(app: HttpTestApp, seller: Seller, button: string): Promise<void> {
  const { url } = await seller.call('stripe-connect-dashboard', {});
  const visitor = new Visitor(app.url);
  const page = await visitor.open(url);
  const value = [...page.document.querySelectorAll('button')]
    .find((each) => each.textContent?.includes(button))
    ?.getAttribute('value');
  if (!value) throw new Error(`No button ${button}`);
  const resultPage = await visitor.submit(page, `form:has(button[value="${value}"])`, {}, button);
  if (resultPage.status >= 400) throw new Error(`The dashboard answered ${resultPage.status}`);
  await app.waitUntilIdle();
}

/** Moves the clock that the app and the sandbox share, and waits until due work is done. */
export async function advanceClock(app: HttpTestApp, days: number): Promise<void> {
  app.sandbox?.clock.moveTo(new Date(app.context.now().getTime() + days * DAY_MS));
  await app.waitUntilIdle();
}

/** Returns the seller's only order with its details. */
export async function getOnlyOrder(seller: Seller) {
  const { orders } = await seller.call('list-orders', {});
  if (orders.length !== 1) throw new Error(`There are ${orders.length} orders`);
  return seller.call('get-order', { orderId: orders[0]?.id ?? '' });
}
