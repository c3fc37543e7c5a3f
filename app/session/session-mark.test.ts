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

test('a stored session marks the document as signed in before anything is drawn', () => {
  expect(stored({ access_token: 'a', refresh_token: 'r', expires_at: 1, user: {} })).toBe('in');
});

test('no stored session marks it as signed out', () => {
  expect(markFor(() => null)).toBe('out');
});

test.each([
  { refresh_token: 'r', expires_at: 1 },
  { access_token: 'a', expires_at: 1 },
  { access_token: 'a', refresh_token: 'r' },
  'text',
])('a session without token, refresh token or expiry is none: %j', (session) => {
  expect(stored(session)).toBe('out');
});

test('a broken or forbidden store marks it as signed out', () => {
  expect(markFor(() => '{')).toBe('out');
  expect(
    markFor(() => {
      throw new Error('SecurityError');
    }),
  ).toBe('out');
});

test('what another tab stores is judged by the same rule', () => {
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

test('the script can stand between script tags', () => {
  expect(SESSION_MARK).not.toContain('</');
});
