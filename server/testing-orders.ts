/** Orders and the actions of sellers on them. Used by tests only. */
import type { Calls } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

import { openShop, type Answer, type TestSeller, type TestShop } from './testing.ts';

type Wish = Partial<Calls['refund-order']['body']>;

export type Sold = {
  shop: TestShop;
  seller: TestSeller;
  orderId: string;
  paymentId: string;
  detail: () => Promise<OrderDetail>;
  /** Requests a refund of the first payment, each time with a new idempotency key. */
  refund: (wish?: Wish) => Promise<Answer<'refund-order'>>;
};

export async function buy(shop: TestShop, slug: string, typed: Record<string, string> = {}): Promise<void> {
  const { body } = await shop.call('create-checkout-session', { slug });
  await shop.pay(body.url, typed);
}

/** An app whose seller has sold once: `configChanges` applies to the page, `formInput` to the buyer's input at Stripe. */
export async function openSold(
  change: Partial<CheckoutPageConfig> = {},
  parts: Parameters<typeof openShop>[0] = {},
  typed: Record<string, string> = {},
): Promise<Sold> {
  const shop = await openShop(parts);
  const seller = await shop.seller();
  await seller.publish(change, 'taller');
  await buy(shop, 'taller', typed);
  const { orders } = (await seller.call('list-orders', {})).body;
  const orderId = orders[0]?.id ?? '';
  const detail = async () => (await seller.call('get-order', { orderId })).body;
  const paymentId = (await detail()).payments[0]?.id ?? '';
  const refund = (wish: Wish = {}) =>
    seller.call('refund-order', {
      orderId,
      paymentId,
      reason: 'requested_by_customer',
      request: crypto.randomUUID(),
      ...wish,
    });
  return { shop, seller, orderId, paymentId, detail, refund };
}

/** Advances the business clock and waits for the effects. */
export async function moveClock({ sandbox, context, settled }: TestShop, hours: number): Promise<void> {
  sandbox?.clock.moveTo(new Date(context.now().getTime() + hours * 3_600_000));
  await settled();
}

/** All refunds at Stripe on the connected accounts. */
export async function refundsAtProvider({ context }: TestShop) {
  const accounts = (await context.stripe.accounts.list()).data;
  const lists = await Promise.all(
    accounts.map(({ id }) => context.sellerStripe(id).refunds.list({ limit: 100 })),
  );
  return lists.flatMap(({ data }) => data);
}
