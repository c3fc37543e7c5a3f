import { randomUUID } from 'node:crypto';

import { CARDS } from './buyer.ts';
import { callAsAnyone, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

type Typed = { name?: string; email?: string; country?: string };
/** `query`: the query of the visited URL, for attribution. */
type Wish = { coupon?: string; terms?: boolean; query?: string };

/** Places an order by requests, for tests of other things. */
export async function sell(shop: Shop, slug: string, typed: Typed = {}, wish: Wish = {}): Promise<void> {
  const { url } = await callAsAnyone(shop, 'create-checkout-session', {
    slug,
    attempt: randomUUID(),
    termsAccepted: wish.terms ?? true,
    ...(wish.coupon ? { appliedCoupon: wish.coupon } : {}),
    ...(wish.query ? { visit: { query: wish.query } } : {}),
  });
  const form = new URLSearchParams({
    action: 'pay',
    email: 'buyer@example.com',
    name: 'A Buyer',
    country: 'US',
    postcode: '',
    number: CARDS.good,
    expiry: '12 / 40',
    cvc: '123',
    ...typed,
  });
  const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`Paying answered ${answer.status}`);
}

/** Waits until the seller has this many orders. */
export async function booksHold(seller: Seller, count: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while ((await seller.call('list-orders', {})).last < count) {
    if (Date.now() > deadline) throw new Error(`There are no ${count} orders yet`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
