/** Shops that no event reaches, and what is looked at in them. Seen by tests only. */
import { eventCursors } from './db/schema-events.ts';
import { checkInvariants, type Finding } from './invariants/check-invariants.ts';
import { openShop, type TestShop } from './testing.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A shop whose events are all dropped on their way. */
export const openDeafShop = (options: Parameters<typeof openShop>[0] = {}): Promise<TestShop> =>
  openShop({ aroundEvents: () => () => Promise.resolve({ status: 200 }), ...options });

/** Moves the business clock, and lets everything happen that is due then. */
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

/** The cursors by what they are of. */
export async function cursorsOf({ context: { db } }: TestShop) {
  const rows = await db.select().from(eventCursors);
  return new Map(rows.map((row) => [row.accountId, row]));
}

/** What does not hold of the books. */
export const brokenIn = async ({ context }: TestShop): Promise<Finding[]> =>
  (await checkInvariants(context.db, context, { all: true })).filter(({ count }) => count > 0);
