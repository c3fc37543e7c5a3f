import { expect, test } from 'vitest';

import { isCopyOfUser, isExpiredCopy, survivesSessionEnd, UNSAVED_COPY_TTL_MS } from './clear-seller-data.ts';

test('removes every stored value except those that signing in needs when a session ends', () => {
  for (const key of ['tillwright-campaigns', 'tillwright-enrolled-u1', 'tillwright-reactivating', 'tillwright-new'])
    expect(survivesSessionEnd(key)).toBe(false);
  for (const key of ['tillwright-session', 'tillwright-session-code-verifier', 'tillwright-chosen-plan'])
    expect(survivesSessionEnd(key)).toBe(true);
  expect(survivesSessionEnd('tillwright-left-for-provider')).toBe(true);
  expect(survivesSessionEnd('react-router-scroll-positions')).toBe(true);
});

test('assigns a copy to the user id at the start of its key', () => {
  expect(isCopyOfUser('u1 page', 'u1')).toBe(true);
  expect(isCopyOfUser('u1 new', 'u1')).toBe(true);
  expect(isCopyOfUser('u12 page', 'u1')).toBe(false);
  expect(isCopyOfUser(7, 'u1')).toBe(false);
});

test('keeps unsaved copies for one day', () => {
  const now = Date.UTC(2026, 10, 22);
  expect(isExpiredCopy({ at: now - UNSAVED_COPY_TTL_MS }, now)).toBe(false);
  expect(isExpiredCopy({ at: now - UNSAVED_COPY_TTL_MS - 1 }, now)).toBe(true);
});

test('expires copies of unknown shape or with a date far in the future', () => {
  for (const copy of [null, 'text', {}, { at: 'today' }, { at: Date.UTC(2126, 0, 1) }])
    expect(isExpiredCopy(copy, Date.UTC(2026, 10, 22))).toBe(true);
});
