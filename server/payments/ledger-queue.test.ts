import { expect, onTestFinished, test, vi } from 'vitest';

import { findEvent, insertEvents, reprocessEvents } from '#server/payments/queries/stripe-events.ts';

import {
  createEventRow,
  makePayment,
  createAppWithoutEvents,
  countOrders,
  READ_SESSION,
  listEventStatuses,
  yieldEventLoop,
} from '../testing/event-inbox.ts';

test('fetches a payment once for any number of events about it', async () => {
  const { app, transport } = await createAppWithoutEvents();
  const { accountId, sessionId: objectId, chargeId } = await makePayment(app);
  await insertEvents(app.context.db, [
    createEventRow({ id: 'evt_paid', accountId, type: 'checkout.session.completed', objectId }),
  ]);
  await app.workers.inbox.waitUntilIdle();
  transport.calls.length = 0;
  await insertEvents(
    app.context.db,
    Array.from({ length: 30 }, (_, index) =>
      createEventRow({ id: `evt_${index}`, accountId, type: 'refund.updated', refs: { charge: chargeId } }),
    ),
  );
  await app.workers.inbox.waitUntilIdle();
  expect((await listEventStatuses(app)).filter((status) => status === 'refund.updated done')).toHaveLength(30);
  expect(transport.calls.filter((call) => call.startsWith('GET /v1/charges/'))).toHaveLength(1);
});

test('processes an event again that is reset while it is processed', async () => {
  const { app, transport } = await createAppWithoutEvents();
  const { accountId, sessionId: objectId } = await makePayment(app);
  const { db, mode, realNow } = app.context;
  await insertEvents(db, [createEventRow({ accountId, type: 'checkout.session.completed', objectId })]);
  transport.calls.length = 0;
  transport.delayOnce(READ_SESSION, () => reprocessEvents(db, { mode, accountId, since: new Date(0), now: realNow() }));
  await app.workers.inbox.waitUntilIdle();
  expect(transport.calls.filter((call) => READ_SESSION.test(call))).toHaveLength(2);
  expect([await listEventStatuses(app), await countOrders(app)]).toEqual([['checkout.session.completed done'], 1]);
});

test('processes an event about a payment after the running one while other payments continue', async () => {
  const { app, transport } = await createAppWithoutEvents();
  const { accountId, sessionId } = await makePayment(app);
  const otherPayment = await makePayment(app);
  const { db, mode } = app.context;
  const sessionEvent = (id: string, objectId: string) =>
    createEventRow({ id, accountId, type: 'checkout.session.completed', objectId });
  const countRequests = () => transport.calls.filter((call) => call.endsWith(sessionId)).length;
  let requestsMeanwhile = 0;
  transport.delayOnce(READ_SESSION, async () => {
    await insertEvents(db, [sessionEvent('evt_again', sessionId), sessionEvent('evt_other', otherPayment.sessionId)]);
    app.context.wake('inbox');
    for (; (await findEvent(db, mode, 'evt_other'))?.status !== 'done'; await yieldEventLoop())
      requestsMeanwhile = countRequests();
    expect(await findEvent(db, mode, 'evt_again')).toMatchObject({ status: 'received', attempts: 1 });
  });
  await insertEvents(db, [sessionEvent('evt_first', sessionId)]);
  await app.workers.inbox.waitUntilIdle();
  expect([requestsMeanwhile, countRequests()]).toEqual([1, 2]);
  expect((await listEventStatuses(app)).filter((status) => status.endsWith(' done'))).toHaveLength(3);
  expect(await countOrders(app)).toBe(2);
});

test('keeps the lease of events that wait for a batch longer than a lease', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { app, transport } = await createAppWithoutEvents();
  const { accountId, sessionId } = await makePayment(app);
  const otherPayment = await makePayment(app);
  const { db, mode } = app.context;
  const sessionEvent = (id: string, objectId: string) =>
    createEventRow({ id, accountId, type: 'checkout.session.completed', objectId });
  const findEventById = (id: string) => findEvent(db, mode, id);
  transport.delayOnce(READ_SESSION, async () => {
    await insertEvents(db, [sessionEvent('evt_waits', sessionId)]);
    app.context.wake('inbox');
    while ((await findEventById('evt_waits'))?.attempts !== 1) await yieldEventLoop();
    const leasedUntil = (await findEventById('evt_first'))?.nextAt.getTime() ?? 0;
    app.advance(50_000);
    vi.advanceTimersByTime(20_000);
    while (((await findEventById('evt_first'))?.nextAt.getTime() ?? 0) === leasedUntil) await yieldEventLoop();
    app.advance(20_000);
    await insertEvents(db, [sessionEvent('evt_other', otherPayment.sessionId)]);
    app.context.wake('inbox');
    while ((await findEventById('evt_other'))?.status !== 'done') await yieldEventLoop();
    expect(await findEventById('evt_waits')).toMatchObject({ status: 'received', attempts: 1 });
  });
  await insertEvents(db, [sessionEvent('evt_first', sessionId)]);
  await app.workers.inbox.waitUntilIdle();
  expect(await findEventById('evt_waits')).toMatchObject({ status: 'done', attempts: 1 });
});

test('gathers single events after a large batch and fetches their payment once', async () => {
  const { app, transport } = await createAppWithoutEvents();
  const { accountId, sessionId } = await makePayment(app);
  const { db, mode } = app.context;
  const manyEvents = Array.from({ length: 200 }, (_, index) =>
    createEventRow({ id: `evt_${index}`, accountId: 'acct_stranger', type: 'odd' }),
  );
  await insertEvents(db, manyEvents);
  app.context.wake('inbox');
  while ((await findEvent(db, mode, 'evt_199'))?.status !== 'ignored') await yieldEventLoop();
  for (const id of ['evt_first', 'evt_second']) {
    await insertEvents(db, [
      createEventRow({ id, accountId, type: 'checkout.session.completed', objectId: sessionId }),
    ]);
    app.context.wake('inbox');
    for (let index = 0; index < 3; index++, await yieldEventLoop())
      expect(await findEvent(db, mode, id)).toMatchObject({ status: 'received' });
  }
  await app.workers.inbox.waitUntilIdle();
  expect(transport.calls.filter((call) => call.endsWith(sessionId))).toHaveLength(1);
  expect(await countOrders(app)).toBe(1);
});
