import { expect, test } from 'vitest';

import { isCopyOf, isOverdue, staysAtEnd, WAITS_MS } from './forget-seller.ts';

test('removes every stored value except those that signing in needs when a session ends', () => {
  for (const key of [
    'tillwright-campaigns',
    'tillwright-enrolled-u1',
    'tillwright-reactivating',
    'tillwright-new',
  ])
    expect(staysAtEnd(key)).toBe(false);
  for (const key of ['tillwright-session', 'tillwright-session-code-verifier', 'tillwright-chosen-plan'])
    expect(staysAtEnd(key)).toBe(true);
  expect(staysAtEnd('tillwright-left-for-provider')).toBe(true);
  expect(staysAtEnd('react-router-scroll-positions')).toBe(true);
});

test('assigns a copy to the user id at the start of its key', () => {
  expect(isCopyOf('u1 page', 'u1')).toBe(true);
  expect(isCopyOf('u1 new', 'u1')).toBe(true);
  expect(isCopyOf('u12 page', 'u1')).toBe(false);
  expect(isCopyOf(7, 'u1')).toBe(false);
});

test('keeps unsaved copies for one day', () => {
  const now = Date.UTC(2026, 10, 22);
  expect(isOverdue({ at: now - WAITS_MS }, now)).toBe(false);
  expect(isOverdue({ at: now - WAITS_MS - 1 }, now)).toBe(true);
});

test('expires copies of unknown shape or with a date far in the future', () => {
  for (const copy of [null, 'text', {}, { at: 'today' }, { at: Date.UTC(2126, 0, 1) }])
    expect(isOverdue(copy, Date.UTC(2026, 10, 22))).toBe(true);
});
