import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { findEvent, insertEvents, type NewProviderEvent } from '#server/db/provider-events.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { holdFolder } from '#server/db/single-process.ts';
import { openTestDatabase } from '#server/testing-database.ts';

import { EVENT_ACTS, Mistake } from './event-acts.ts';

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

/** An inbox with three events, two of which were given up. */
async function openInbox() {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  await insertEvents(db, ['evt_1', 'evt_2'].map(eventRow));
  await db
    .update(providerEvents)
    .set({ status: 'parked', attempts: 12, lastError: 'The books\n\u001B[31m do not add up' });
  await insertEvents(db, [eventRow('evt_3')]);
  const run = (name: string, what = '') => EVENT_ACTS[name]?.({ db, mode: 'sandbox' }, what) ?? '';
  return { db, run };
}

test('events that were given up are listed, shown and let go again by command', async () => {
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

test('what cannot be done with an event is said in words', async () => {
  const { run } = await openInbox();
  const cases: [string, string, string][] = [
    ['list', 'everything', 'npm run events -- list'],
    ['replay', '', 'Which event?'],
    ['show', 'evt_9', 'There is no event "evt_9" here. See npm run events -- list'],
    ['replay', 'evt_9', 'There is no event "evt_9" here'],
    ['replay', 'evt_3', 'The event is still being tried'],
  ];
  for (const [name, what, words] of cases) {
    const refused = run(name, what);
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.toBeInstanceOf(Mistake);
  }
});

test('while the shop runs on its embedded database the command says what to do', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-events-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const run = (...args: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATA_DIR: folder };
    return spawnSync(process.execPath, ['commands/events.ts', ...args], { encoding: 'utf8', env });
  };
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('events -- replay') as string });
  const hold = await holdFolder(folder);
  const { status, stderr } = run('list');
  await hold.release();
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The shop is running on the embedded database.*\n$/),
  ]);
});
