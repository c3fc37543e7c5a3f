import { expect, test } from 'vitest';

import { updateAccountDisconnected } from '#server/db/provider-accounts.ts';
import { findEvent, insertEvents, replayEvents } from '#server/db/provider-events.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { orders } from '#server/db/schema-money.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { openShop } from '#server/testing.ts';
import { openRoad } from '#server/testing-faults.ts';

import {
  eventRow,
  onePayment,
  openSilentShop,
  orderCount,
  READ_SESSION,
  statuses,
  turn,
} from './testing-inbox.ts';

const HOUR_MS = 3_600_000;

const jobs = [
  ['a payment', 'checkout.session.completed'],
  ['a subscription', 'customer.subscription.updated'],
] as const;

test.each(jobs)(
  'completes an event about %s of an unknown account without a Stripe request',
  async (_, type) => {
    const road = openRoad();
    const shop = await openShop({ aroundProvider: road.aroundProvider });
    await insertEvents(shop.context.db, [eventRow({ accountId: 'acct_stranger', type, objectId: 'sub_1' })]);
    await shop.workers.inbox.settled();
    expect(await statuses(shop)).toEqual([`${type} done`]);
    expect(road.calls).toEqual([]);
  },
);

test('ignores irrelevant events without a Stripe request', async () => {
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

test('dead-letters a poison event after twelve tries, emails the operator once and replays it on request', async () => {
  const { shop, road } = await openSilentShop({ OPERATOR_EMAIL: 'operator@example.com' });
  const { accountId, sessionId: poison } = await onePayment(shop);
  const good = await onePayment(shop);
  road.break(new RegExp(`sessions/${poison}$`), '400', 12);
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

test('processes payments while an account request is slow', async () => {
  const { shop, road } = await openSilentShop();
  const { accountId, sessionId } = await onePayment(shop);
  let orders = 0;
  road.hold(/^GET \/v1\/accounts\//, async () => {
    // The response about the account arrives only after the order exists.
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

test('processes events with three unfinished tries one after the other', async () => {
  const { shop, road } = await openSilentShop();
  const payments = [await onePayment(shop), await onePayment(shop), await onePayment(shop)];
  await shop.context.db.transaction(async (tx) => {
    await insertEvents(
      tx,
      payments.map(({ accountId, sessionId: objectId }) =>
        eventRow({ id: `evt_${objectId}`, accountId, type: 'checkout.session.completed', objectId }),
      ),
    );
    await tx.update(providerEvents).set({ attempts: 3 });
  });
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

test('drops an event of a disconnected account without retries', async () => {
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
