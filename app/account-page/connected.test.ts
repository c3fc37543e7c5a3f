import type { UserIdentity } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { connectedOf, isOnlyWayIn } from './connected.ts';

const identity = (provider: string, email?: string): UserIdentity => ({
  id: `${provider}-1`,
  identity_id: `${provider}-row`,
  user_id: 'u',
  provider,
  identity_data: email ? { email } : {},
});

test('lists offered and connected providers without the email identity', () => {
  const identities = [identity('email', 'a@example.com'), identity('github', 'dev@example.com')];
  const list = connectedOf({ identities }, ['google']);
  expect(list.map(({ name, address, identity: held }) => [name, address, held?.identity_id ?? null])).toEqual(
    [
      ['Google', null, null],
      ['GitHub', 'dev@example.com', 'github-row'],
    ],
  );
});

test('lists an identity without an email address as connected', () => {
  const [apple] = connectedOf({ identities: [identity('apple')] }, []);
  expect(apple).toMatchObject({ name: 'Apple', address: null });
  expect(apple?.identity).not.toBeNull();
});

test('treats a single connected account without a password as the only sign-in method', () => {
  const one = connectedOf({ identities: [identity('google')] }, ['google', 'github']);
  const two = connectedOf({ identities: [identity('google'), identity('github')] }, []);
  expect(isOnlyWayIn({ hasPassword: false }, one, 0)).toBe(true);
  expect(isOnlyWayIn({ hasPassword: true }, one, 0)).toBe(false);
  expect(isOnlyWayIn({ hasPassword: false }, one, 1)).toBe(false);
  expect(isOnlyWayIn({ hasPassword: false }, two, 0)).toBe(false);
});
