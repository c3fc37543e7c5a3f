import { eq } from 'drizzle-orm';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { normalizeSearchText } from '#domain/order-filter.ts';
/** Orders and the actions of sellers on them. Used by tests only. */
import type { RpcContract } from '#domain/rpc-contract.ts';
import { checkoutAttempts, orderCounters, orders } from '#server/db/schema-orders.ts';

import { createTestApp, type RpcResponse, type TestSeller, type TestApp } from './test-app.ts';

/** Writes orders of any number and state directly into the ledger tables. Used by tests only. */
export type OrderOverrides = Partial<
  Omit<typeof orders.$inferInsert, 'id' | 'number' | 'attemptId' | 'sessionId' | 'search'>
>;

/** Writes copies of the sold order, each with its changes and the next order number. */
export async function insertOrders({ app, orderId }: SoldOrder, changes: readonly OrderOverrides[]): Promise<string[]> {
  return app.context.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    const [attempt] = await tx
      .select()
      .from(checkoutAttempts)
      .where(eq(checkoutAttempts.id, order?.attemptId ?? ''));
    const [counter] = await tx
      .select()
      .from(orderCounters)
      .where(eq(orderCounters.sellerId, order?.sellerId ?? ''));
    if (!order || !attempt || !counter) throw new Error('Nothing was sold');
    const rows = changes.map((change, index) => {
      const row = { ...order, ...change, number: Number(counter.lastOrderNumber) + 1 + index };
      const newIds = {
        id: crypto.randomUUID(),
        attemptId: crypto.randomUUID(),
        sessionId: crypto.randomUUID(),
      };
      const search = normalizeSearchText(row.number, row.email ?? null, row.buyerName ?? null, row.productName);
      return { ...row, ...newIds, search };
    });
    for (let start = 0; start < rows.length; start += 500) {
      const batch = rows.slice(start, start + 500);
      await tx.insert(checkoutAttempts).values(
        batch.map(({ attemptId: id, sessionId, pageId, createdAt }) => {
          return { ...attempt, id, sessionId, pageId, createdAt, lines: null, token: crypto.randomUUID() };
        }),
      );
      await tx.insert(orders).values(batch);
    }
    await tx
      .update(orderCounters)
      .set({ lastOrderNumber: Number(counter.lastOrderNumber) + rows.length })
      .where(eq(orderCounters.sellerId, order.sellerId));
    return rows.map(({ id }) => id);
  });
}

/** Refunds that sellers make in their Stripe dashboards. Used by tests only. */
export const getStripeAccountId = async (seller: TestSeller): Promise<string> =>
  (await seller.rpc('get-connection', {})).body.stripe_account_id ?? '';

/** Refundable charges of an account, newest first. */
export async function listRefundableCharges(app: TestApp, account: string): Promise<string[]> {
  const page = await (await app.request(`/sandbox/dashboard/${account}`)).text();
  return [...page.matchAll(/\/charges\/(ch_\w+)\/refund/g)].map(([, id = '']) => id);
}

/** Refunds an amount of a charge, as typed; the whole remainder when the amount is empty. */
export async function refundCharge(app: TestApp, account: string, charge: string, amount = ''): Promise<void> {
  const { status } = await app.request(`/sandbox/dashboard/${account}/charges/${charge}/refund`, {
    method: 'POST',
    body: new URLSearchParams({ amount }),
  });
  if (status !== 303) throw new Error(`The refund answered ${status}`);
  await app.waitUntilIdle();
}

/** Refunds an amount of the newest payment. */
export async function refundNewest(app: TestApp, seller: TestSeller, amount: string): Promise<void> {
  const account = await getStripeAccountId(seller);
  const [charge = ''] = await listRefundableCharges(app, account);
  await refundCharge(app, account, charge, amount);
}

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
