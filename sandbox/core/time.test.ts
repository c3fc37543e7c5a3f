import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { isLinkOpen } from '../api/accounts.ts';
import { periodEnd } from '../billing/billing-period.ts';
import { openFixture } from '../testing/sandbox-fixture.ts';
import { NO_REQUEST, CallContext } from './call-context.ts';
import { createClock } from './clock.ts';
import { previousAttributes } from './event-recorder.ts';
import type { AccountLink } from './objects.ts';
import { createScheduler } from './scheduler.ts';
import { openStore } from './store.ts';

/** Creates a movable clock and call contexts that use it. */
const createTestClock = () => {
  const store = openStore(null);
  const clock = createClock(store);
  const dependencies = {
    store,
    clock,
    origin: 'http://localhost:3000',
    endpoints: [],
    recordEvent: () => {},
  };
  const advance = (seconds: number): void => clock.moveTo(new Date(clock.now().getTime() + seconds * 1000));
  return {
    store,
    clock,
    advance,
    call: (account: string): CallContext => new CallContext(dependencies, account, NO_REQUEST),
  };
};

test('runs scheduled tasks once, in the order of their due times, with the clock set to them', () => {
  const { store, clock, advance, call } = createTestClock();
  const ranTasks: string[] = [];
  const start = clock.seconds();
  const handlers = {
    note: (at: CallContext, id: string) => void ranTasks.push(`${at.account} ${id} +${at.now - start}`),
  };
  const scheduler = createScheduler(store, clock, handlers, call, () => {});
  call('acct_1').schedule(start + 20, 'note', 'second');
  call('acct_2').schedule(start + 10, 'note', 'first');
  scheduler.runDueTasks();
  expect(ranTasks).toEqual([]);
  advance(3600);
  scheduler.runDueTasks();
  scheduler.runDueTasks();
  expect(ranTasks).toEqual(['acct_2 first +10', 'acct_1 second +20']);
  expect(clock.seconds()).toBeGreaterThanOrEqual(start + 3600);
  scheduler.stop();
  store.close();
});

test('rolls back and drops a failing task, and runs the tasks after it', () => {
  const { store, clock, call } = createTestClock();
  const ranTasks: string[] = [];
  const handlers = {
    break: (at: CallContext) => {
      at.schedule(at.now, 'note', 'undone');
      throw new Error('broken (this line in the log is the test at work)');
    },
    note: (_at: CallContext, id: string) => void ranTasks.push(id),
  };
  const scheduler = createScheduler(store, clock, handlers, call, () => {});
  call('').schedule(clock.seconds() - 2, 'break', 'x');
  call('').schedule(clock.seconds() - 1, 'note', 'after');
  scheduler.runDueTasks();
  expect(ranTasks).toEqual(['after']);
  scheduler.stop();
  store.close();
});

test('runs a task of the near future by timer', async () => {
  const { store, clock, call } = createTestClock();
  await new Promise<void>((resolve) => {
    const scheduler = createScheduler(store, clock, { note: () => resolve() }, call, () => {});
    call('').schedule(clock.seconds() + 1, 'note', 'soon');
    scheduler.scheduleNext();
  });
  store.close();
});

test('moves the clock forward only and keeps its offset over a restart', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'clock-')), 'sandbox.sqlite');
  const first = openFixture({ file });
  const ahead = new Date(Date.now() + 86_400_000 * 40);
  first.sandbox.clock.moveTo(ahead);
  expect(() => first.sandbox.clock.moveTo(new Date())).toThrow(RangeError);
  await first.sandbox.close();
  const second = openFixture({ file });
  const past = second.sandbox.now().getTime() - ahead.getTime();
  expect(past).toBeGreaterThanOrEqual(0);
  expect(past).toBeLessThan(60_000);
  expect((await second.stripe.customers.create({})).created).toBeGreaterThanOrEqual(Math.floor(ahead.getTime() / 1000));
  await second.sandbox.close();
});

test('keeps an onboarding link open for five minutes, and for an hour once opened', () => {
  const { store, clock, advance, call } = createTestClock();
  const hidden = { account: 'acct_1', refresh_url: '', return_url: '', opened: false, used: false };
  const link: AccountLink = {
    id: 'x',
    object: 'account_link',
    created: clock.seconds(),
    expires_at: clock.seconds() + 300,
    hidden,
  };
  const opened = { ...link, hidden: { ...hidden, opened: true } };
  const open = (): boolean[] => [isLinkOpen(call(''), link), isLinkOpen(call(''), opened)];
  expect(open()).toEqual([true, true]);
  advance(300);
  expect(open()).toEqual([false, true]);
  advance(3600);
  expect(open()).toEqual([false, false]);
  store.close();
});

test('ends a period on the same day of the month, or on the last day of a shorter month', () => {
  const end = (start: string, interval: string, interval_count = 1): string =>
    new Date(periodEnd(Date.parse(start) / 1000, { interval, interval_count }) * 1000).toISOString().slice(0, 10);
  expect(end('2027-01-31T10:00:00Z', 'month')).toBe('2027-02-28');
  expect(end('2027-03-15T10:00:00Z', 'month', 3)).toBe('2027-06-15');
  expect(end('2028-02-29T10:00:00Z', 'year')).toBe('2029-02-28');
  expect(end('2027-12-30T10:00:00Z', 'week', 2)).toBe('2028-01-13');
});

test('counts months from the anchor, so that the 31st returns after a short month', () => {
  const anchor = Date.parse('2027-01-31T10:00:00Z') / 1000;
  const ends: string[] = [];
  let at = anchor;
  for (let month = 0; month < 5; month += 1) {
    at = periodEnd(at, { interval: 'month', interval_count: 1 }, anchor);
    ends.push(new Date(at * 1000).toISOString().slice(5, 10));
  }
  expect(ends).toEqual(['02-28', '03-31', '04-30', '05-31', '06-30']);
});

test('reduces previous attributes to the changed keys of nested groups', () => {
  const before = { a: 1, same: 'x', group: { unchanged: 1, was: 'old' }, list: [1] };
  const after = { a: 2, same: 'x', group: { unchanged: 1, was: 'new', born: true }, list: [1, 2] };
  expect(previousAttributes(before, after)).toEqual({ a: 1, group: { was: 'old', born: null }, list: [1] });
});
