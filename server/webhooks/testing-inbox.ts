/** Apps whose inbox is filled by the test. For tests only. */
import { eq } from 'drizzle-orm';

import type { NewProviderEvent } from '#server/db/provider-events.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { attempts, orders } from '#server/db/schema-money.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { openRoad, type Road } from '#server/testing-faults.ts';

export const READ_SESSION = /^GET \/v1\/checkout\/sessions\//;

export const orderCount = async ({ context: { db } }: TestShop) => (await db.select().from(orders)).length;

/** Yields to timers and I/O, which an embedded database does not do. */
export const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Creates an app that receives no events. */
export async function openSilentShop(
  env: Record<string, string> = {},
): Promise<{ shop: TestShop; road: Road }> {
  const road = openRoad();
  const shop = await openShop({
    aroundProvider: road.aroundProvider,
    aroundEvents: () => async () => ({ status: 200 }),
    env,
  });
  await (await shop.seller()).publish({}, 'taller');
  return { shop, road };
}

/** Makes a payment that the ledger does not have yet. */
export async function onePayment(shop: TestShop) {
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url);
  const sessionId = body.url.split('/').at(-1) ?? '';
  const { db, sellerStripe } = shop.context;
  const [attempt] = await db.select().from(attempts).where(eq(attempts.sessionId, sessionId));
  const { accountId = '' } = attempt ?? {};
  const { data } = await sellerStripe(accountId).charges.list({ limit: 1 });
  return { accountId, sessionId, chargeId: data[0]?.id ?? '' };
}

export const eventRow = (change: Partial<NewProviderEvent>): NewProviderEvent => ({
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

export const statuses = async ({ context: { db } }: TestShop) =>
  (await db.select().from(providerEvents)).map(({ type, status }) => `${type} ${status}`);
