import type { User } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { isWhole, openKnownUser } from './known-user.ts';

const tokenOf = (claims: object): string =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'sig'].join('.');
const TOKEN = tokenOf({ sub: 'u1', email: 'a@shop.example' });
const USER = {
  id: 'u1',
  email: 'a@shop.example',
  phone: '+15550100',
  factors: [],
  created_at: '2026-01-01T00:00:00Z',
} as unknown as User;

test('before the doors have told, a user is what their token says', () => {
  const user = openKnownUser().of(TOKEN);
  expect(user).toMatchObject({ id: 'u1', email: 'a@shop.example', user_metadata: {} });
  expect(user && isWhole(user)).toBe(false);
  expect(openKnownUser().of(tokenOf({}))).toBeNull();
});

test('what the doors have told is remembered for this user alone, until it is forgotten', () => {
  const known = openKnownUser();
  expect(known.learn(USER)).toBe(true);
  expect(known.of(TOKEN)).toBe(USER);
  expect(known.of(tokenOf({ sub: 'u2', email: 'b@shop.example' }))).toMatchObject({ id: 'u2' });
  known.forget();
  expect(known.of(TOKEN)).not.toHaveProperty('phone');
});

test('from a token nothing is learnt', () => {
  const known = openKnownUser();
  known.learn(USER);
  expect(known.learn(openKnownUser().of(TOKEN))).toBe(false);
  expect(known.learn(null)).toBe(false);
  expect(known.of(TOKEN)).toBe(USER);
});
