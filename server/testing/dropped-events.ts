/** Apps that receive no Stripe events, and helpers to inspect them. Used by tests only. */
import { reconcileCursors } from '../db/schema-stripe-events.ts';
import { checkInvariants, isViolated, type InvariantResult } from '../invariants/check-invariants.ts';
import { DELIVERY_INVARIANTS } from '../invariants/delivery-invariants.ts';
import { ORDER_INVARIANTS } from '../invariants/order-invariants.ts';
import { SALE_INVARIANTS } from '../invariants/payment-invariants.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** An app whose Stripe events are all dropped. */
export const createAppWithoutEvents = (options: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> =>
  createTestApp({ wrapEventDelivery: () => () => Promise.resolve({ status: 200 }), ...options });

/** Advances the business clock and waits for everything that becomes due. */
export async function advanceBusinessClock(app: TestApp, ms: number): Promise<void> {
  const { sandbox } = app;
  if (!sandbox) throw new Error('There is no sandbox');
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + ms));
  await app.waitUntilIdle();
}

export async function buyPage(app: TestApp, slug: string): Promise<void> {
  const { body } = await app.rpc('create-checkout-session', { slug });
  await app.payAtStripe(body.url);
}

/** Event cursors by account id. */
export async function cursorsByAccount({ context: { db } }: TestApp) {
  const rows = await db.select().from(reconcileCursors);
  return new Map(rows.map((row) => [row.accountId, row]));
}

/** Invariants that do not hold. */
export const listBrokenInvariants = async ({ context }: TestApp): Promise<InvariantResult[]> =>
  (await checkInvariants(context.db, context, { all: true })).filter(isViolated);

const LEDGER_INVARIANTS = new Set(
  [...ORDER_INVARIANTS, ...SALE_INVARIANTS, ...DELIVERY_INVARIANTS].map(({ name }) => name),
);

/** Invariants of orders, payments and deliveries that do not hold. Others fail in a test app after an hour: it sends no email. */
export const listBrokenLedgerInvariants = async (app: TestApp): Promise<string[]> =>
  (await listBrokenInvariants(app)).map(({ name }) => name).filter((name) => LEDGER_INVARIANTS.has(name));
