import { expect, test } from 'vitest';

import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { findEvent, insertEvents, type NewStripeEvent } from '#server/payments/queries/stripe-events.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { runEventsCommand } from './events-command.ts';

const eventRow = (id: string): NewStripeEvent => ({
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
async function createInbox() {
  const app = await createTestApp();
  await app.workers.inbox.close();
  const { db } = app.context;
  await insertEvents(db, ['evt_1', 'evt_2'].map(eventRow));
  await db
    .update(stripeEvents)
    .set({ status: 'dead_lettered', attempts: 12, lastError: 'The books\n\u001B[31m do not add up' });
  await insertEvents(db, [eventRow('evt_3')]);
  const runCommand = async (...args: string[]) => {
    const { text, good } = await runEventsCommand(app.context, args);
    return good ? text : `No: ${text}`;
  };
  return { db, runCommand };
}

test('lists, shows and replays dead-lettered events', async () => {
  const { db, runCommand } = await createInbox();
  const listing = await runCommand('list', '--dead-lettered');
  expect(listing).toContain(
    '2026-11-01T10:00:01  dead_lettered  12  evt_1  charge.refunded  acct_1  (The books [31m do not add up)\n',
  );
  expect(listing).not.toContain('evt_3');
  expect(listing).toContain('2 dead-lettered events.');
  expect(await runCommand('list')).toContain('evt_3');
  expect(JSON.parse(await runCommand('show', 'evt_1'))).toMatchObject({
    attempts: 12,
    refs: { payment_intent: 'pi_1' },
  });

  expect(await runCommand('replay', 'evt_1')).toBe('1 event will be processed again.');
  const event = await findEvent(db, 'sandbox', 'evt_1');
  expect(event).toMatchObject({ status: 'received', attempts: 0 });
  expect(event?.nextAt.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await runCommand('replay', '--all-dead-lettered')).toBe('1 event will be processed again.');
  expect(await runCommand('replay', '--all-dead-lettered')).toBe('No dead-lettered events.');
  expect(await runCommand('list', '--dead-lettered')).toBe('No dead-lettered events.');
});

test('accepts the option names of earlier versions', async () => {
  const { runCommand } = await createInbox();
  expect(await runCommand('list', '--parked')).toContain('2 dead-lettered events.');
  expect(await runCommand('replay', '--all-parked')).toBe('2 events will be processed again.');
});

test('explains why a command cannot be run', async () => {
  const { runCommand } = await createInbox();
  expect(await runCommand('list', 'everything')).toMatch(/^No: .*See npm run events$/);
  expect(await runCommand('replay')).toMatch(/^No: /);
  expect(await runCommand('replay', 'evt_1', 'evt_2')).toMatch(/^No: /);
  expect(await runCommand('show', 'evt_9')).toBe('No: There is no event "evt_9". See npm run events -- list');
  expect(await runCommand('replay', 'evt_9')).toMatch(/^No: There is no event/);
  expect(await runCommand('replay', 'evt_3')).toMatch(/^No: This event is still being processed: .*evt_3/);
});
