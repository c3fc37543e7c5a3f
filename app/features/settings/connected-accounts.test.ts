import type { UserIdentity } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { listConnectedAccounts, isOnlySignInMethod } from './connected-accounts-section.tsx';

const createIdentity = (provider: string, email?: string): UserIdentity => ({
  id: `${provider}-1`,
  identity_id: `${provider}-row`,
  user_id: 'u',
  provider,
  identity_data: email ? { email } : {},
});

test('lists offered and connected providers without the email identity', () => {
  const identities = [createIdentity('email', 'a@example.com'), createIdentity('github', 'dev@example.com')];
  const list = listConnectedAccounts({ identities }, ['google']);
  expect(
    list.map(({ name, email, identity: connectedIdentity }) => [name, email, connectedIdentity?.identity_id ?? null]),
  ).toEqual([
    ['Google', null, null],
    ['GitHub', 'dev@example.com', 'github-row'],
  ]);
});

test('lists an identity without an email address as connected', () => {
  const [apple] = listConnectedAccounts({ identities: [createIdentity('apple')] }, []);
  expect(apple).toMatchObject({ name: 'Apple', email: null });
  expect(apple?.identity).not.toBeNull();
});

test('treats a single connected account without a password as the only sign-in method', () => {
  const singleAccount = listConnectedAccounts({ identities: [createIdentity('google')] }, ['google', 'github']);
  const twoAccounts = listConnectedAccounts({ identities: [createIdentity('google'), createIdentity('github')] }, []);
  expect(isOnlySignInMethod({ hasPassword: false }, singleAccount, 0)).toBe(true);
  expect(isOnlySignInMethod({ hasPassword: true }, singleAccount, 0)).toBe(false);
  expect(isOnlySignInMethod({ hasPassword: false }, singleAccount, 1)).toBe(false);
  expect(isOnlySignInMethod({ hasPassword: false }, twoAccounts, 0)).toBe(false);
});
