import { expect, test } from 'vitest';

import { isCopyOf, isOverdue, staysAtEnd, WAITS_MS } from './forget-seller.ts';

test('when a session ends, every text of the shop goes but what signing in needs', () => {
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

test('a copy belongs to whom its key begins with', () => {
  expect(isCopyOf('u1 page', 'u1')).toBe(true);
  expect(isCopyOf('u1 new', 'u1')).toBe(true);
  expect(isCopyOf('u12 page', 'u1')).toBe(false);
  expect(isCopyOf(7, 'u1')).toBe(false);
});

test('what has not reached the server waits for a day', () => {
  const now = Date.UTC(2026, 10, 22);
  expect(isOverdue({ at: now - WAITS_MS }, now)).toBe(false);
  expect(isOverdue({ at: now - WAITS_MS - 1 }, now)).toBe(true);
});

test('what was written in no known shape, or by a clock far ahead, does not wait at all', () => {
  for (const copy of [null, 'text', {}, { at: 'today' }, { at: Date.UTC(2126, 0, 1) }])
    expect(isOverdue(copy, Date.UTC(2026, 10, 22))).toBe(true);
});
