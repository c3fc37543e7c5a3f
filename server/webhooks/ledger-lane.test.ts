import { expect, onTestFinished, test, vi } from 'vitest';

import { findEvent, insertEvents, updateEventsReceived } from '#server/db/provider-events.ts';

import {
  eventRow,
  onePayment,
  openSilentShop,
  orderCount,
  READ_SESSION,
  statuses,
  turn,
} from './testing-inbox.ts';

test('fetches a payment once for any number of events about it', async () => {
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

test('processes an event again that is reset while it is processed', async () => {
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

test('processes an event about a payment after the running one while other payments continue', async () => {
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

test('keeps the lease of events that wait for a batch longer than a lease', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { shop, road } = await openSilentShop();
  const { accountId, sessionId } = await onePayment(shop);
  const other = await onePayment(shop);
  const { db, mode } = shop.context;
  const about = (id: string, objectId: string) =>
    eventRow({ id, accountId, type: 'checkout.session.completed', objectId });
  const event = (id: string) => findEvent(db, mode, id);
  road.hold(READ_SESSION, async () => {
    await insertEvents(db, [about('evt_waits', sessionId)]);
    shop.context.ring('inbox');
    while ((await event('evt_waits'))?.attempts !== 1) await turn();
    const leasedTo = (await event('evt_first'))?.nextAt.getTime() ?? 0;
    shop.advance(50_000);
    vi.advanceTimersByTime(20_000);
    while (((await event('evt_first'))?.nextAt.getTime() ?? 0) === leasedTo) await turn();
    shop.advance(20_000);
    await insertEvents(db, [about('evt_other', other.sessionId)]);
    shop.context.ring('inbox');
    while ((await event('evt_other'))?.status !== 'done') await turn();
    expect(await event('evt_waits')).toMatchObject({ status: 'received', attempts: 1 });
  });
  await insertEvents(db, [about('evt_first', sessionId)]);
  await shop.workers.inbox.settled();
  expect(await event('evt_waits')).toMatchObject({ status: 'done', attempts: 1 });
});

test('gathers single events after a large batch and fetches their payment once', async () => {
  const { shop, road } = await openSilentShop();
  const { accountId, sessionId } = await onePayment(shop);
  const { db, mode } = shop.context;
  const many = Array.from({ length: 200 }, (_, index) =>
    eventRow({ id: `evt_${index}`, accountId: 'acct_stranger', type: 'odd' }),
  );
  await insertEvents(db, many);
  shop.context.ring('inbox');
  while ((await findEvent(db, mode, 'evt_199'))?.status !== 'ignored') await turn();
  for (const id of ['evt_first', 'evt_second']) {
    await insertEvents(db, [
      eventRow({ id, accountId, type: 'checkout.session.completed', objectId: sessionId }),
    ]);
    shop.context.ring('inbox');
    for (let look = 0; look < 3; look++, await turn())
      expect(await findEvent(db, mode, id)).toMatchObject({ status: 'received' });
  }
  await shop.workers.inbox.settled();
  expect(road.calls.filter((call) => call.endsWith(sessionId))).toHaveLength(1);
  expect(await orderCount(shop)).toBe(1);
});
