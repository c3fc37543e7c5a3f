import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { securityEvents } from '#server/db/schema-accounts.ts';
import { sessions, users } from '#server/db/schema-people.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { hashedNonce } from './id-token.ts';
import {
  browserOf,
  confirmAddress,
  linkOver,
  newAddress,
  signedUpBrowser,
  signInOver,
} from './testing-journey.ts';
import { GOOGLE_ENV, googleClaims, openSigner, outsideOf } from './testing-outside.ts';

const KEYS = 'https://www.googleapis.com/oauth2/v3/certs';
const google = await openSigner();

const isConfirmed = async ({ context }: TestShop, email: string) =>
  Boolean((await context.db.select().from(users).where(eq(users.email, email)))[0]?.emailConfirmedAt);

const eventsOf = async ({ context }: TestShop, userId: string) =>
  (await context.db.select().from(securityEvents).where(eq(securityEvents.userId, userId))).map(
    ({ kind, facts }) => `${kind} ${facts.detail}`.trim(),
  );

test('a seller links a provider, keeps the session and signs in with it', async () => {
  const shop = await openShop();
  const email = newAddress();
  const browser = await signedUpBrowser(shop, email);
  await confirmAddress(shop, email);
  const before = (await browser.getSession()).data.session;
  const elsewhere = newAddress();
  const { user, error, end } = await linkOver(shop, browser, 'google', { email: elsewhere, verified: false });
  expect(error).toBeNull();
  expect(end?.pathname).toBe('/account');
  expect(user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'google']);
  expect(await shop.context.db.select().from(sessions)).toHaveLength(1);
  expect((await browser.getSession()).data.session?.refresh_token).not.toBe(before?.refresh_token);
  expect((await browser.refreshSession()).error).toBeNull();
  const over = await signInOver(shop, 'google', { email: elsewhere, verified: false });
  expect(over.user?.id).toBe(user?.id);
});

test('a linked identity cannot be linked again to any account', async () => {
  const shop = await openShop();
  const email = newAddress();
  await signInOver(shop, 'google', { email });
  const other = newAddress();
  const browser = await signedUpBrowser(shop, other);
  await confirmAddress(shop, other);
  expect((await linkOver(shop, browser, 'google', { email })).error).toBe('identity_already_exists');
  expect((await linkOver(shop, browser, 'github')).error).toBeNull();
});

test('an account with a Google identity does not accept another one with the same address', async () => {
  const shop = await openShop();
  const email = newAddress();
  const elsewhere = newAddress();
  const browser = await signedUpBrowser(shop, email);
  await confirmAddress(shop, email);
  const { user } = await linkOver(shop, browser, 'google', { email: elsewhere });
  const other = await signInOver(shop, 'google', { email });
  expect([other.user, other.error]).toEqual([null, 'identity_already_exists']);
  expect(other.end.searchParams.get('error_description')).toBe(
    `${email} has an account here that is connected to another Google account. Sign in with that one or in another way; on your account page you can connect this one instead.`,
  );
  expect((await browser.getUser()).data.user?.identities).toHaveLength(2);
  expect((await signInOver(shop, 'google', { email: elsewhere })).user?.id).toBe(user?.id);
  expect((await signInOver(shop, 'github', { email })).user?.id).toBe(user?.id);
  const google = user?.identities?.find(({ provider }) => provider === 'google');
  if (!google) throw new Error('Not connected');
  expect((await browser.unlinkIdentity(google)).error).toBeNull();
  expect((await signInOver(shop, 'google', { email })).user?.id).toBe(user?.id);
});

test('of two Google accounts with one address at once, one signs in', async () => {
  const shop = await openShop({ env: { ...GOOGLE_ENV }, outside: outsideOf({ [KEYS]: google.keys }).fetch });
  const { email, session } = await shop.seller(newAddress());
  await confirmAddress(shop, email);
  const nonce = 'a nonce of the page';
  const enter = async (sub: string) => {
    const token = await google.sign(googleClaims({ sub, email, nonce: hashedNonce(nonce) }));
    const { data, error } = await browserOf(shop).signInWithIdToken({ provider: 'google', token, nonce });
    return data.user?.id ?? error?.code ?? '';
  };
  const came = await Promise.all(['1', '2', '3'].map(enter));
  const refused = came.filter((told) => told === 'identity_already_exists');
  expect([refused.length, came.includes(session.user.id)]).toEqual([2, true]);
});

test('an unconfirmed account links only an identity with its own address, which confirms it', async () => {
  const shop = await openShop();
  const email = newAddress();
  const browser = await signedUpBrowser(shop, email);
  expect((await linkOver(shop, browser, 'google')).error).toBe('email_not_confirmed');
  expect((await linkOver(shop, browser, 'google', { email, verified: false })).error).toBe(
    'email_not_confirmed',
  );
  const { user, error } = await linkOver(shop, browser, 'google', { email });
  expect([error, Boolean(user?.email_confirmed_at)]).toEqual([null, true]);
  expect(await isConfirmed(shop, email)).toBe(true);
});

test('linking and unlinking need recent authentication', async () => {
  const shop = await openShop();
  const browser = await signedUpBrowser(shop);
  const email = (await browser.getUser()).data.user?.email ?? '';
  const { user } = await linkOver(shop, browser, 'google', { email });
  shop.advance(5.5 * 60_000);
  expect((await linkOver(shop, browser, 'github')).error).toBe('reauthentication_needed');
  const google = user?.identities?.find(({ provider }) => provider === 'google');
  if (!google) throw new Error('Not connected');
  expect((await browser.unlinkIdentity(google)).error?.code).toBe('reauthentication_needed');
});

test('an unlinked provider no longer signs in', async () => {
  const shop = await openShop();
  const email = newAddress();
  const browser = await signedUpBrowser(shop, email);
  const elsewhere = newAddress();
  await confirmAddress(shop, email);
  const { user } = await linkOver(shop, browser, 'apple', { email: elsewhere });
  const apple = user?.identities?.find(({ provider }) => provider === 'apple');
  if (!user || !apple) throw new Error('Not connected');
  expect((await browser.unlinkIdentity(apple)).error).toBeNull();
  expect((await browser.unlinkIdentity(apple)).error?.code).toBe('identity_not_found');
  const over = await signInOver(shop, 'apple', { email: elsewhere });
  expect(over.user?.id).not.toBe(user.id);
  expect(await eventsOf(shop, user.id)).toContain('identity_unlinked Apple');
});

test('never removes the last sign-in method, also when two are removed at once', async () => {
  const shop = await openShop();
  const { browser, user } = await signInOver(shop, 'google');
  const [google] = user?.identities ?? [];
  if (!user || !google) throw new Error('Not signed in');
  expect((await browser.unlinkIdentity(google)).error?.code).toBe('single_identity_not_deletable');
  const linked = await linkOver(shop, browser, 'github', { email: newAddress() });
  const both = linked.user?.identities ?? [];
  expect(both).toHaveLength(2);
  const answers = await Promise.all(both.map((identity) => browser.unlinkIdentity(identity)));
  expect(answers.map(({ error }) => error?.code ?? 'gone').toSorted()).toEqual([
    'gone',
    'single_identity_not_deletable',
  ]);
  expect((await browser.getUser()).data.user?.identities).toHaveLength(1);
});

test('identities of other users, the password and invalid ids are not found', async () => {
  const shop = await openShop();
  const { user: other } = await signInOver(shop, 'google');
  const browser = await signedUpBrowser(shop);
  const own = (await browser.getUser()).data.user?.identities ?? [];
  for (const id of [other?.identities?.[0]?.identity_id, own[0]?.identity_id, 'x', crypto.randomUUID()]) {
    const { error } = await browser.unlinkIdentity({ identity_id: id } as never);
    expect(error?.code).toBe('identity_not_found');
  }
});
