import { expect, test } from 'vitest';

import { HOUR_MS } from '#domain/time-units.ts';
import { orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { findEvent, insertEvents, replayEvents } from '#server/payments/queries/stripe-events.ts';
import { markAccountDisconnected } from '#server/stripe/queries.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import {
  createEventRow,
  makePayment,
  createAppWithoutEvents,
  countOrders,
  READ_SESSION,
  listEventStatuses,
  yieldEventLoop,
} from '../testing/event-inbox.ts';

const CASES = [
  ['a payment', 'checkout.session.completed'],
  ['a subscription', 'customer.subscription.updated'],
] as const;

test.each(CASES)('completes an event about %s of an unknown account without a Stripe request', async (_, type) => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  await insertEvents(app.context.db, [createEventRow({ accountId: 'acct_stranger', type, objectId: 'sub_1' })]);
  await app.workers.inbox.waitUntilIdle();
  expect(await listEventStatuses(app)).toEqual([`${type} done`]);
  expect(transport.calls).toEqual([]);
});

test('ignores irrelevant events without a Stripe request', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const types = ['charge.succeeded', 'invoice.created', 'customer.updated', 'checkout.sessions.odd', 'odd'];
  await insertEvents(
    app.context.db,
    types.map((type) => createEventRow({ id: `evt_${type}`, accountId: 'acct_stranger', type })),
  );
  await app.workers.inbox.waitUntilIdle();
  expect((await listEventStatuses(app)).toSorted()).toEqual(types.map((type) => `${type} ignored`).toSorted());
  expect(transport.calls).toEqual([]);
});

test('dead-letters a poison event after twelve tries, emails the operator once and replays it on request', async () => {
  const { app, transport } = await createAppWithoutEvents({ OPERATOR_EMAIL: 'operator@example.com' });
  const { accountId, sessionId: poisonSessionId } = await makePayment(app);
  const healthyPayment = await makePayment(app);
  transport.injectFault(new RegExp(`sessions/${poisonSessionId}$`), '400', 12);
  const eventFields = (id: string) => ({
    id: `evt_${id}`,
    accountId,
    type: 'checkout.session.completed',
    objectId: id,
  });
  await insertEvents(app.context.db, [
    createEventRow(eventFields(poisonSessionId)),
    createEventRow(eventFields(healthyPayment.sessionId)),
  ]);
  for (let tries = 1; tries <= 12; tries++) {
    await app.workers.inbox.waitUntilIdle();
    expect(await countOrders(app)).toBe(1);
    app.advance(7 * HOUR_MS);
  }
  const { db, mode, realNow } = app.context;
  expect(await findEvent(db, mode, `evt_${poisonSessionId}`)).toMatchObject({
    status: 'dead_lettered',
    attempts: 12,
  });
  expect(await findEvent(db, mode, `evt_${healthyPayment.sessionId}`)).toMatchObject({
    status: 'done',
    attempts: 1,
  });
  const mails = (await db.select().from(outbox)).filter(({ kind }) => kind === 'operator_alert');
  expect(mails).toMatchObject([{ recipient: 'operator@example.com' }]);
  expect(mails[0]?.props.detail).toContain(`evt_${poisonSessionId}`);

  expect(await replayEvents(db, mode, realNow())).toBe(1);
  await app.workers.inbox.waitUntilIdle();
  expect(await findEvent(db, mode, `evt_${poisonSessionId}`)).toMatchObject({ status: 'done', attempts: 1 });
  expect(await countOrders(app)).toBe(2);
});

test('processes payments while an account request is slow', async () => {
  const { app, transport } = await createAppWithoutEvents();
  const { accountId, sessionId } = await makePayment(app);
  let orderTotal = 0;
  transport.delayOnce(/^GET \/v1\/accounts\//, async () => {
    // The response about the account arrives only after the order exists.
    for (; orderTotal === 0; await yieldEventLoop()) orderTotal = await countOrders(app);
  });
  await insertEvents(app.context.db, [
    createEventRow({ id: 'evt_account', accountId, type: 'account.updated', objectId: accountId }),
    createEventRow({ id: 'evt_paid', accountId, type: 'checkout.session.completed', objectId: sessionId }),
  ]);
  await app.workers.inbox.waitUntilIdle();
  expect(orderTotal).toBe(1);
  expect((await listEventStatuses(app)).toSorted()).toEqual([
    'account.updated done',
    'checkout.session.completed done',
  ]);
});

test('processes events with three unfinished tries one after the other', async () => {
  const { app, transport } = await createAppWithoutEvents();
  const payments = [await makePayment(app), await makePayment(app), await makePayment(app)];
  await app.context.db.transaction(async (tx) => {
    await insertEvents(
      tx,
      payments.map(({ accountId, sessionId: objectId }) =>
        createEventRow({ id: `evt_${objectId}`, accountId, type: 'checkout.session.completed', objectId }),
      ),
    );
    await tx.update(stripeEvents).set({ attempts: 3 });
  });
  let [concurrent, maxConcurrent] = [0, 0];
  for (let count = 0; count < payments.length; count++)
    transport.delayOnce(READ_SESSION, async () => {
      maxConcurrent = Math.max(maxConcurrent, ++concurrent);
      await app.context.db.select().from(orders);
      concurrent--;
    });
  await app.workers.inbox.waitUntilIdle();
  expect(await countOrders(app)).toBe(3);
  expect(maxConcurrent).toBe(1);
});

test('drops an event of a disconnected account without retries', async () => {
  const { app } = await createAppWithoutEvents();
  const { accountId, sessionId } = await makePayment(app);
  await app.sandbox?.api(`https://api.stripe.com/oauth/deauthorize`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_1' },
    body: new URLSearchParams({ client_id: 'ca_1', stripe_user_id: accountId }),
  });
  await markAccountDisconnected(app.context.db, app.context.mode, accountId, app.context.realNow());
  await insertEvents(app.context.db, [
    createEventRow({ accountId, type: 'checkout.session.completed', objectId: sessionId }),
  ]);
  await app.workers.inbox.waitUntilIdle();
  expect(await listEventStatuses(app)).toEqual(['checkout.session.completed ignored']);
});
