import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { updateAccountDisconnected } from '#server/db/provider-accounts.ts';
import {
  findEvent,
  insertEvents,
  replayEvents,
  updateEventsReceived,
  type NewProviderEvent,
} from '#server/db/provider-events.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { attempts, orders } from '#server/db/schema-money.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { openRoad, type Road } from '#server/testing-faults.ts';

const READ_SESSION = /^GET \/v1\/checkout\/sessions\//;
const HOUR_MS = 3_600_000;

const orderCount = async ({ context: { db } }: TestShop) => (await db.select().from(orders)).length;

/** Lets timers and the network have their turn: a database in the same process answers without one. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A shop that hears of nothing by itself. */
async function openSilentShop(env: Record<string, string> = {}): Promise<{ shop: TestShop; road: Road }> {
  const road = openRoad();
  const shop = await openShop({
    aroundProvider: road.aroundProvider,
    aroundEvents: () => async () => ({ status: 200 }),
    env,
  });
  await (await shop.seller()).publish({}, 'taller');
  return { shop, road };
}

/** A payment of which our books know nothing yet. */
async function onePayment(shop: TestShop) {
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url);
  const sessionId = body.url.split('/').at(-1) ?? '';
  const { db, sellerStripe } = shop.context;
  const [attempt] = await db.select().from(attempts).where(eq(attempts.sessionId, sessionId));
  const { accountId = '' } = attempt ?? {};
  const { data } = await sellerStripe(accountId).charges.list({ limit: 1 });
  return { accountId, sessionId, chargeId: data[0]?.id ?? '' };
}

const eventRow = (change: Partial<NewProviderEvent>): NewProviderEvent => ({
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

const statuses = async ({ context: { db } }: TestShop) =>
  (await db.select().from(providerEvents)).map(({ type, status }) => `${type} ${status}`);

const jobs = [
  ['a payment', 'checkout.session.completed'],
  ['a subscription', 'customer.subscription.updated'],
] as const;

test.each(jobs)(
  'an event about %s of an account that we do not know is done, and nobody is asked',
  async (_, type) => {
    const road = openRoad();
    const shop = await openShop({ aroundProvider: road.aroundProvider });
    await insertEvents(shop.context.db, [eventRow({ accountId: 'acct_stranger', type, objectId: 'sub_1' })]);
    await shop.workers.inbox.settled();
    expect(await statuses(shop)).toEqual([`${type} done`]);
    expect(road.calls).toEqual([]);
  },
);

test('an event that means nothing to us is put aside, and nobody is asked', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const types = ['charge.succeeded', 'invoice.created', 'customer.updated', 'checkout.sessions.odd', 'odd'];
  await insertEvents(
    shop.context.db,
    types.map((type) => eventRow({ id: `evt_${type}`, accountId: 'acct_stranger', type })),
  );
  await shop.workers.inbox.settled();
  expect((await statuses(shop)).toSorted()).toEqual(types.map((type) => `${type} ignored`).toSorted());
  expect(road.calls).toEqual([]);
});

test('however many events are about the same payment, it is asked for once', async () => {
  const { shop, road } = await openSilentShop();
  const { accountId, sessionId: objectId, chargeId } = await onePayment(shop);
  await insertEvents(shop.context.db, [
    eventRow({ id: 'evt_paid', accountId, type: 'checkout.session.completed', objectId }),
  ]);
  await shop.workers.inbox.settled();
  road.calls.length = 0;
  await insertEvents(
    shop.context.db,
    Array.from({ length: 30 }, (_, index) =>
      eventRow({ id: `evt_${index}`, accountId, type: 'refund.updated', refs: { charge: chargeId } }),
    ),
  );
  await shop.workers.inbox.settled();
  expect((await statuses(shop)).filter((status) => status === 'refund.updated done')).toHaveLength(30);
  expect(road.calls.filter((call) => call.startsWith('GET /v1/charges/'))).toHaveLength(1);
});

test('what is called back while it is acted on is acted on once more', async () => {
  const { shop, road } = await openSilentShop();
  const { accountId, sessionId: objectId } = await onePayment(shop);
  const { db, mode, realNow } = shop.context;
  await insertEvents(db, [eventRow({ accountId, type: 'checkout.session.completed', objectId })]);
  road.calls.length = 0;
  road.hold(READ_SESSION, () =>
    updateEventsReceived(db, { mode, accountId, since: new Date(0), now: realNow() }),
  );
  await shop.workers.inbox.settled();
  expect(road.calls.filter((call) => READ_SESSION.test(call))).toHaveLength(2);
  expect([await statuses(shop), await orderCount(shop)]).toEqual([['checkout.session.completed done'], 1]);
});

test('a poisonous event among good ones is parked after its twelfth try, told once to who runs the shop, and can be replayed', async () => {
  const { shop, road } = await openSilentShop({ OPERATOR_EMAIL: 'operator@example.com' });
  const { accountId, sessionId: poison } = await onePayment(shop);
  const good = await onePayment(shop);
  road.break(new RegExp(`sessions/${poison}$`), '429', 12);
  const about = (id: string) => ({
    id: `evt_${id}`,
    accountId,
    type: 'checkout.session.completed',
    objectId: id,
  });
  await insertEvents(shop.context.db, [eventRow(about(poison)), eventRow(about(good.sessionId))]);
  for (let tries = 1; tries <= 12; tries++) {
    await shop.workers.inbox.settled();
    expect(await orderCount(shop)).toBe(1);
    shop.advance(7 * HOUR_MS);
  }
  const { db, mode, realNow } = shop.context;
  expect(await findEvent(db, mode, `evt_${poison}`)).toMatchObject({ status: 'parked', attempts: 12 });
  expect(await findEvent(db, mode, `evt_${good.sessionId}`)).toMatchObject({ status: 'done', attempts: 1 });
  const mails = (await db.select().from(outbox)).filter(({ kind }) => kind === 'operator_alert');
  expect(mails).toMatchObject([{ recipient: 'operator@example.com' }]);
  expect(mails[0]?.props.detail).toContain(`evt_${poison}`);

  expect(await replayEvents(db, mode, realNow())).toBe(1);
  await shop.workers.inbox.settled();
  expect(await findEvent(db, mode, `evt_${poison}`)).toMatchObject({ status: 'done', attempts: 1 });
  expect(await orderCount(shop)).toBe(2);
});

test('an account that is slow to answer for itself does not keep payments waiting', async () => {
  const { shop, road } = await openSilentShop();
  const { accountId, sessionId } = await onePayment(shop);
  let orders = 0;
  road.hold(/^GET \/v1\/accounts\//, async () => {
    // The answer about the account comes when the order is there, and no sooner.
    for (; orders === 0; await turn()) orders = await orderCount(shop);
  });
  await insertEvents(shop.context.db, [
    eventRow({ id: 'evt_account', accountId, type: 'account.updated', objectId: accountId }),
    eventRow({ id: 'evt_paid', accountId, type: 'checkout.session.completed', objectId: sessionId }),
  ]);
  await shop.workers.inbox.settled();
  expect(orders).toBe(1);
  expect((await statuses(shop)).toSorted()).toEqual([
    'account.updated done',
    'checkout.session.completed done',
  ]);
});

test('events of whose tries three did not come to an end are acted on one after the other', async () => {
  const { shop, road } = await openSilentShop();
  const payments = [await onePayment(shop), await onePayment(shop), await onePayment(shop)];
  await insertEvents(
    shop.context.db,
    payments.map(({ accountId, sessionId: objectId }) =>
      eventRow({ id: `evt_${objectId}`, accountId, type: 'checkout.session.completed', objectId }),
    ),
  );
  await shop.context.db.update(providerEvents).set({ attempts: 3 });
  let [atOnce, most] = [0, 0];
  for (let count = 0; count < payments.length; count++)
    road.hold(READ_SESSION, async () => {
      most = Math.max(most, ++atOnce);
      await shop.context.db.select().from(orders);
      atOnce--;
    });
  await shop.workers.inbox.settled();
  expect(await orderCount(shop)).toBe(3);
  expect(most).toBe(1);
});

test('an event of an account that has left is let go, and not tried for half a day', async () => {
  const { shop } = await openSilentShop();
  const { accountId, sessionId } = await onePayment(shop);
  await shop.sandbox?.api(`https://api.stripe.com/oauth/deauthorize`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_1' },
    body: new URLSearchParams({ client_id: 'ca_1', stripe_user_id: accountId }),
  });
  await updateAccountDisconnected(shop.context.db, shop.context.mode, accountId, shop.context.realNow());
  await insertEvents(shop.context.db, [
    eventRow({ accountId, type: 'checkout.session.completed', objectId: sessionId }),
  ]);
  await shop.workers.inbox.settled();
  expect(await statuses(shop)).toEqual(['checkout.session.completed ignored']);
});

test('what comes about a payment while it is asked about is asked afterwards, and other payments go on', async () => {
  const { shop, road } = await openSilentShop();
  const { accountId, sessionId } = await onePayment(shop);
  const other = await onePayment(shop);
  const { db, mode } = shop.context;
  const about = (id: string, objectId: string) =>
    eventRow({ id, accountId, type: 'checkout.session.completed', objectId });
  const asked = () => road.calls.filter((call) => call.endsWith(sessionId)).length;
  let askedMeanwhile = 0;
  road.hold(READ_SESSION, async () => {
    await insertEvents(db, [about('evt_again', sessionId), about('evt_other', other.sessionId)]);
    shop.context.ring('inbox');
    for (; (await findEvent(db, mode, 'evt_other'))?.status !== 'done'; await turn())
      askedMeanwhile = asked();
    expect(await findEvent(db, mode, 'evt_again')).toMatchObject({ status: 'received', attempts: 1 });
  });
  await insertEvents(db, [about('evt_first', sessionId)]);
  await shop.workers.inbox.settled();
  expect([askedMeanwhile, asked()]).toEqual([1, 2]);
  expect((await statuses(shop)).filter((status) => status.endsWith(' done'))).toHaveLength(3);
  expect(await orderCount(shop)).toBe(2);
});
