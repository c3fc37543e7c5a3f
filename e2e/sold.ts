import { randomUUID } from 'node:crypto';

import { CARDS } from './buyer.ts';
import { callAnonymously, type Seller } from './seller.ts';
import type { RunningApp } from './shop-process.ts';

type BuyerDetails = { name?: string; email?: string; country?: string };
/** `query`: the query of the visited URL, for attribution. */
type OrderOptions = { coupon?: string; terms?: boolean; query?: string };

/** Places an order by requests, for tests of other things. */
export async function placeOrder(
  app: RunningApp,
  slug: string,
  details: BuyerDetails = {},
  options: OrderOptions = {},
): Promise<void> {
  const { url } = await callAnonymously(app, 'create-checkout-session', {
    slug,
    attempt: randomUUID(),
    termsAccepted: options.terms ?? true,
    ...(options.coupon ? { appliedCoupon: options.coupon } : {}),
    ...(options.query ? { visit: { query: options.query } } : {}),
  });
  const form = new URLSearchParams({
    action: 'pay',
    email: 'buyer@example.com',
    name: 'A Buyer',
    country: 'US',
    postcode: '',
    number: CARDS.valid,
    expiry: '12 / 40',
    cvc: '123',
    ...details,
  });
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  if (response.status !== 303) throw new Error(`Paying answered ${response.status}`);
}

/** Waits until the seller has this many orders. */
export async function waitForOrders(seller: Seller, count: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while ((await seller.call('list-orders', {})).last < count) {
    if (Date.now() > deadline) throw new Error(`There are no ${count} orders yet`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
