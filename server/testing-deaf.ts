/** Apps that receive no Stripe events, and helpers to inspect them. Used by tests only. */
import { eventCursors } from './db/schema-events.ts';
import { checkInvariants, isBroken, type Finding } from './invariants/check-invariants.ts';
import { openShop, type TestShop } from './testing.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An app whose Stripe events are all dropped. */
export const openDeafShop = (options: Parameters<typeof openShop>[0] = {}): Promise<TestShop> =>
  openShop({ aroundEvents: () => () => Promise.resolve({ status: 200 }), ...options });

/** Advances the business clock and waits for everything that becomes due. */
export async function moveOn(shop: TestShop, ms: number): Promise<void> {
  const { sandbox } = shop;
  if (!sandbox) throw new Error('There is no sandbox');
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + ms));
  await shop.settled();
}

export async function buy(shop: TestShop, slug: string): Promise<void> {
  const { body } = await shop.call('create-checkout-session', { slug });
  await shop.pay(body.url);
}

/** Event cursors by account id. */
export async function cursorsOf({ context: { db } }: TestShop) {
  const rows = await db.select().from(eventCursors);
  return new Map(rows.map((row) => [row.accountId, row]));
}

/** Invariants that do not hold. */
export const brokenIn = async ({ context }: TestShop): Promise<Finding[]> =>
  (await checkInvariants(context.db, context, { all: true })).filter(isBroken);
