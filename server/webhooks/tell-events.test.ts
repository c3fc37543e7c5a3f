import { expect, test } from 'vitest';

import { findEvent, insertEvents, type NewProviderEvent } from '#server/db/provider-events.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { openShop } from '#server/testing.ts';

import { tellEvents } from './tell-events.ts';

const eventRow = (id: string): NewProviderEvent => ({
  mode: 'sandbox',
  id,
  scope: 'connect',
  accountId: 'acct_1',
  type: 'charge.refunded',
  objectId: 'ch_1',
  refs: { payment_intent: 'pi_1' },
  createdAt: new Date('2026-11-01T10:00:00Z'),
  receivedAt: new Date('2026-11-01T10:00:01Z'),
});

/** Creates an inbox with three events, two of them dead-lettered. The worker is stopped. */
async function openInbox() {
  const shop = await openShop();
  await shop.workers.inbox.close();
  const { db } = shop.context;
  await insertEvents(db, ['evt_1', 'evt_2'].map(eventRow));
  await db
    .update(providerEvents)
    .set({ status: 'parked', attempts: 12, lastError: 'The books\n\u001B[31m do not add up' });
  await insertEvents(db, [eventRow('evt_3')]);
  const run = async (...words: string[]) => {
    const { text, good } = await tellEvents(shop.context, words);
    return good ? text : `No: ${text}`;
  };
  return { db, run };
}

test('lists, shows and replays dead-lettered events', async () => {
  const { db, run } = await openInbox();
  const parked = await run('list', '--parked');
  expect(parked).toContain(
    '2026-11-01T10:00:01  parked    12  evt_1  charge.refunded  acct_1  (The books [31m do not add up)\n',
  );
  expect(parked).not.toContain('evt_3');
  expect(parked).toContain('2 parked.');
  expect(await run('list')).toContain('evt_3');
  expect(JSON.parse(await run('show', 'evt_1'))).toMatchObject({
    attempts: 12,
    refs: { payment_intent: 'pi_1' },
  });

  expect(await run('replay', 'evt_1')).toBe('1 event will be acted on again.');
  const event = await findEvent(db, 'sandbox', 'evt_1');
  expect(event).toMatchObject({ status: 'received', attempts: 0 });
  expect(event?.nextAt.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await run('replay', '--all-parked')).toBe('1 event will be acted on again.');
  expect(await run('replay', '--all-parked')).toBe('Nothing is parked.');
  expect(await run('list', '--parked')).toBe('Nothing is parked.');
});

test('explains why a command cannot be run', async () => {
  const { run } = await openInbox();
  expect(await run('list', 'everything')).toMatch(/^No: .*see npm run events$/);
  expect(await run('replay')).toMatch(/^No: /);
  expect(await run('replay', 'evt_1', 'evt_2')).toMatch(/^No: /);
  expect(await run('show', 'evt_9')).toBe('No: There is no event "evt_9" here. See npm run events -- list');
  expect(await run('replay', 'evt_9')).toMatch(/^No: There is no event/);
  expect(await run('replay', 'evt_3')).toMatch(/^No: The event is still being tried: .*evt_3/);
});
