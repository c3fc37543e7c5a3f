import { expect, test } from 'vitest';
import { openAlarms } from './alarms.ts';
import { isOpen } from './api/account-links.ts';
import { periodEnd } from './billing/period.ts';
import { nobody, openCall, type Call } from './call.ts';
import type { AccountLink } from './objects.ts';
import { previousAttributes } from './events.ts';
import { openStore } from './store.ts';

/** A clock that is set by hand, and calls that go by it. */
const handClock = () => {
  const store = openStore(null);
  const time = { seconds: 1_800_000_000 };
  const clock = { now: () => new Date(time.seconds * 1000), seconds: () => time.seconds };
  const world = { store, clock, origin: 'http://localhost:3000', endpoints: [], record: () => {} };
  return { store, clock, time, call: (account: string): Call => openCall(world, account, nobody) };
};

test('alarms ring once, in the order of their time, when the clock has reached them', () => {
  const { store, clock, time, call } = handClock();
  const rung: string[] = [];
  const rings = { note: (at: Call, id: string) => void rung.push(`${at.account} ${id}`) };
  const alarms = openAlarms(store, clock, rings, call, () => {});
  call('acct_1').alarm(time.seconds + 20, 'note', 'second');
  call('acct_2').alarm(time.seconds + 10, 'note', 'first');
  alarms.ringDue();
  expect(rung).toEqual([]);
  time.seconds += 20;
  alarms.ringDue();
  alarms.ringDue();
  expect(rung).toEqual(['acct_2 first', 'acct_1 second']);
  alarms.stop();
  store.close();
});

test('an onboarding link is open for five minutes, and for an hour more once opened', () => {
  const { store, time, call } = handClock();
  const hidden = { account: 'acct_1', refresh_url: '', return_url: '', opened: false, used: false };
  const link: AccountLink = {
    id: 'x',
    object: 'account_link',
    created: time.seconds,
    expires_at: time.seconds + 300,
    hidden,
  };
  const opened = { ...link, hidden: { ...hidden, opened: true } };
  const open = (): boolean[] => [isOpen(call(''), link), isOpen(call(''), opened)];
  expect(open()).toEqual([true, true]);
  time.seconds += 300;
  expect(open()).toEqual([false, true]);
  time.seconds += 3600;
  expect(open()).toEqual([false, false]);
  store.close();
});

test('a period ends on the same day, or on the last one of a shorter month', () => {
  const end = (start: string, interval: string, interval_count = 1): string =>
    new Date(periodEnd(Date.parse(start) / 1000, { interval, interval_count }) * 1000)
      .toISOString()
      .slice(0, 10);
  expect(end('2027-01-31T10:00:00Z', 'month')).toBe('2027-02-28');
  expect(end('2027-03-15T10:00:00Z', 'month', 3)).toBe('2027-06-15');
  expect(end('2028-02-29T10:00:00Z', 'year')).toBe('2029-02-28');
  expect(end('2027-12-30T10:00:00Z', 'week', 2)).toBe('2028-01-13');
});

test('previous attributes hold what changed, down to the changed key of a group', () => {
  const before = { a: 1, same: 'x', group: { kept: 1, was: 'old' }, list: [1] };
  const after = { a: 2, same: 'x', group: { kept: 1, was: 'new', born: true }, list: [1, 2] };
  expect(previousAttributes(before, after)).toEqual({ a: 1, group: { was: 'old', born: null }, list: [1] });
});
