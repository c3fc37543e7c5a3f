/** Orders and the actions of sellers on them. Used by tests only. */
import type { RpcContract } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

import { createTestApp, type RpcResponse, type TestSeller, type TestApp } from './testing.ts';

type RefundInput = Partial<RpcContract['refund-order']['body']>;

export type SoldOrder = {
  app: TestApp;
  seller: TestSeller;
  orderId: string;
  paymentId: string;
  detail: () => Promise<OrderDetail>;
  /** Requests a refund of the first payment, each time with a new idempotency key. */
  refund: (input?: RefundInput) => Promise<RpcResponse<'refund-order'>>;
};

export async function buyPage(app: TestApp, slug: string, formInput: Record<string, string> = {}): Promise<void> {
  const { body } = await app.rpc('create-checkout-session', { slug });
  await app.payAtStripe(body.url, formInput);
}

/** An app whose seller has sold once: `configChanges` applies to the page, `formInput` to the buyer's input at Stripe. */
export async function createSoldOrder(
  configChanges: Partial<CheckoutPageConfig> = {},
  options: Parameters<typeof createTestApp>[0] = {},
  formInput: Record<string, string> = {},
): Promise<SoldOrder> {
  const app = await createTestApp(options);
  const seller = await app.signUpSeller();
  await seller.publishPage(configChanges, 'taller');
  await buyPage(app, 'taller', formInput);
  const { orders } = (await seller.rpc('list-orders', {})).body;
  const orderId = orders[0]?.id ?? '';
  const detail = async () => (await seller.rpc('get-order', { orderId })).body;
  const paymentId = (await detail()).payments[0]?.id ?? '';
  const refund = (input: RefundInput = {}) =>
    seller.rpc('refund-order', {
      orderId,
      paymentId,
      reason: 'requested_by_customer',
      request: crypto.randomUUID(),
      ...input,
    });
  return { app, seller, orderId, paymentId, detail, refund };
}

/** Advances the business clock and waits for the effects. */
export async function moveClock({ sandbox, context, waitUntilIdle: settled }: TestApp, hours: number): Promise<void> {
  sandbox?.clock.moveTo(new Date(context.now().getTime() + hours * 3_600_000));
  await settled();
}

/** All refunds at Stripe on the connected accounts. */
export async function listStripeRefunds({ context }: TestApp) {
  const accounts = (await context.stripe.accounts.list()).data;
  const lists = await Promise.all(accounts.map(({ id }) => context.sellerStripe(id).refunds.list({ limit: 100 })));
  return lists.flatMap(({ data }) => data);
}
