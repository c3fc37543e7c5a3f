import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { isStoredSession, SESSION_KEY, SIGNED_IN_SCRIPT } from './signed-in-attribute.ts';

function runSignedInScript(getItem: (key: string) => string | null): string | undefined {
  const dataset: { signed?: string } = {};
  runInNewContext(SIGNED_IN_SCRIPT, {
    localStorage: { getItem },
    document: { documentElement: { dataset } },
    JSON,
  });
  return dataset.signed;
}

const runWithStoredSession = (session: unknown) =>
  runSignedInScript((key) => (key === SESSION_KEY ? JSON.stringify(session) : null));

test('marks the document as signed in before the first paint when a session is stored', () => {
  expect(runWithStoredSession({ access_token: 'a', refresh_token: 'r', expires_at: 1, user: {} })).toBe('in');
});

test('marks the document as signed out without a stored session', () => {
  expect(runSignedInScript(() => null)).toBe('out');
});

test.each([
  { refresh_token: 'r', expires_at: 1 },
  { access_token: 'a', expires_at: 1 },
  { access_token: 'a', refresh_token: 'r' },
  'text',
])('treats a session without token, refresh token or expiry as signed out: %j', (session) => {
  expect(runWithStoredSession(session)).toBe('out');
});

test('marks the document as signed out when the storage is broken or blocked', () => {
  expect(runSignedInScript(() => '{')).toBe('out');
  expect(
    runSignedInScript(() => {
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
    expect([text, isStoredSession(text)]).toEqual([text, runSignedInScript(() => text) === 'in']);
  expect([isStoredSession(JSON.stringify(session)), isStoredSession(null)]).toEqual([true, false]);
});

test('contains nothing that closes a script tag', () => {
  expect(SIGNED_IN_SCRIPT).not.toContain('</');
});
