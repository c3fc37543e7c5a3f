import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { isSessionText, SESSION_KEY, SESSION_MARK } from './session-mark.ts';

function markFor(getItem: (key: string) => string | null): string | undefined {
  const dataset: { signed?: string } = {};
  runInNewContext(SESSION_MARK, {
    localStorage: { getItem },
    document: { documentElement: { dataset } },
    JSON,
  });
  return dataset.signed;
}

const stored = (session: unknown) => markFor((key) => (key === SESSION_KEY ? JSON.stringify(session) : null));

test('marks the document as signed in before the first paint when a session is stored', () => {
  expect(stored({ access_token: 'a', refresh_token: 'r', expires_at: 1, user: {} })).toBe('in');
});

test('marks the document as signed out without a stored session', () => {
  expect(markFor(() => null)).toBe('out');
});

test.each([
  { refresh_token: 'r', expires_at: 1 },
  { access_token: 'a', expires_at: 1 },
  { access_token: 'a', refresh_token: 'r' },
  'text',
])('treats a session without token, refresh token or expiry as signed out: %j', (session) => {
  expect(stored(session)).toBe('out');
});

test('marks the document as signed out when the storage is broken or blocked', () => {
  expect(markFor(() => '{')).toBe('out');
  expect(
    markFor(() => {
      throw new Error('SecurityError');
    }),
  ).toBe('out');
});

test('applies the same rule to values from another tab', () => {
  const session = { access_token: 'a', refresh_token: 'r', expires_at: 1 };
  for (const text of [
    JSON.stringify(session),
    JSON.stringify({ ...session, expires_at: 0 }),
    JSON.stringify({ ...session, refresh_token: undefined }),
    '"text"',
    'null',
    '{}',
    '{',
  ])
    expect([text, isSessionText(text)]).toEqual([text, markFor(() => text) === 'in']);
  expect([isSessionText(JSON.stringify(session)), isSessionText(null)]).toEqual([true, false]);
});

test('contains nothing that closes a script tag', () => {
  expect(SESSION_MARK).not.toContain('</');
});
