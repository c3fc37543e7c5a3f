/** Apps whose inbox is filled by the test. For tests only. */
import { eq } from 'drizzle-orm';

import { checkoutAttempts, orders } from '#server/db/schema-orders.ts';
import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import type { NewStripeEvent } from '#server/payments/queries/stripe-events.ts';

import { createFaultyStripe, type FaultyStripe } from './faulty-stripe.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export const READ_SESSION = /^GET \/v1\/checkout\/sessions\//;

export const countOrders = async ({ context: { db } }: TestApp) => (await db.select().from(orders)).length;

/** Yields to timers and I/O, which an embedded database does not do. */
export const yieldEventLoop = () => new Promise((resolve) => setImmediate(resolve));

/** Creates an app that receives no events. */
export async function createAppWithoutEvents(
  env: Record<string, string> = {},
): Promise<{ app: TestApp; transport: FaultyStripe }> {
  const transport = createFaultyStripe();
  const app = await createTestApp({
    wrapStripe: transport.wrapStripe,
    wrapEventDelivery: () => async () => ({ status: 200 }),
    env,
  });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  return { app, transport };
}

/** Makes a payment that the ledger does not have yet. */
export async function makePayment(app: TestApp) {
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  await app.payAtStripe(body.url);
  const sessionId = body.url.split('/').at(-1) ?? '';
  const { db, sellerStripe } = app.context;
  const [attempt] = await db.select().from(checkoutAttempts).where(eq(checkoutAttempts.sessionId, sessionId));
  const { accountId = '' } = attempt ?? {};
  const { data } = await sellerStripe(accountId).charges.list({ limit: 1 });
  return { accountId, sessionId, chargeId: data[0]?.id ?? '' };
}

export const createEventRow = (change: Partial<NewStripeEvent>): NewStripeEvent => ({
  mode: 'sandbox',
  id: 'evt_1',
  scope: 'connect',
  accountId: 'acct_1',
  type: 'odd',
  objectId: 'odd_1',
  refs: {},
  createdAt: new Date(),
  receivedAt: new Date(),
  ...change,
});

export const listEventStatuses = async ({ context: { db } }: TestApp) =>
  (await db.select().from(stripeEvents)).map(({ type, status }) => `${type} ${status}`);
