import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { securityEvents } from '#server/db/schema-accounts.ts';
import { sessions, users } from '#server/db/schema-users.ts';
import { GOOGLE_ENV, googleClaims, createSigner, createMockNetwork } from '#server/testing/mock-network.ts';
import {
  createBrowser,
  confirmAddressByEmail,
  linkProvider,
  createEmail,
  signUpBrowser,
  signInWithProvider,
} from '#server/testing/provider-flow-helpers.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { hashNonce } from './id-token.ts';

const KEYS = 'https://www.googleapis.com/oauth2/v3/certs';
const google = await createSigner();

const isConfirmed = async ({ context }: TestApp, email: string) =>
  Boolean((await context.db.select().from(users).where(eq(users.email, email)))[0]?.emailConfirmedAt);

const listSecurityEvents = async ({ context }: TestApp, userId: string) =>
  (await context.db.select().from(securityEvents).where(eq(securityEvents.userId, userId))).map(({ kind, facts }) =>
    `${kind} ${facts.detail}`.trim(),
  );

test('a seller links a provider, keeps the session and signs in with it', async () => {
  const app = await createTestApp();
  const email = createEmail();
  const browser = await signUpBrowser(app, email);
  await confirmAddressByEmail(app, email);
  const previousSession = (await browser.getSession()).data.session;
  const providerEmail = createEmail();
  const { user, error, end } = await linkProvider(app, browser, 'google', {
    email: providerEmail,
    verified: false,
  });
  expect(error).toBeNull();
  expect(end?.pathname).toBe('/account');
  expect(user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'google']);
  expect(await app.context.db.select().from(sessions)).toHaveLength(1);
  expect((await browser.getSession()).data.session?.refresh_token).not.toBe(previousSession?.refresh_token);
  expect((await browser.refreshSession()).error).toBeNull();
  const providerSignIn = await signInWithProvider(app, 'google', { email: providerEmail, verified: false });
  expect(providerSignIn.user?.id).toBe(user?.id);
});

test('a linked identity cannot be linked again to any account', async () => {
  const app = await createTestApp();
  const email = createEmail();
  await signInWithProvider(app, 'google', { email });
  const otherEmail = createEmail();
  const browser = await signUpBrowser(app, otherEmail);
  await confirmAddressByEmail(app, otherEmail);
  expect((await linkProvider(app, browser, 'google', { email })).error).toBe('identity_already_exists');
  expect((await linkProvider(app, browser, 'github')).error).toBeNull();
});

test('an account with a Google identity does not accept another one with the same address', async () => {
  const app = await createTestApp();
  const email = createEmail();
  const providerEmail = createEmail();
  const browser = await signUpBrowser(app, email);
  await confirmAddressByEmail(app, email);
  const { user } = await linkProvider(app, browser, 'google', { email: providerEmail });
  const otherSignIn = await signInWithProvider(app, 'google', { email });
  expect([otherSignIn.user, otherSignIn.error]).toEqual([null, 'identity_already_exists']);
  expect(otherSignIn.end.searchParams.get('error_description')).toBe(
    `The account for ${email} is connected to a different Google account. Sign in with that account or another method. You can then connect this one on your account page.`,
  );
  expect((await browser.getUser()).data.user?.identities).toHaveLength(2);
  expect((await signInWithProvider(app, 'google', { email: providerEmail })).user?.id).toBe(user?.id);
  expect((await signInWithProvider(app, 'github', { email })).user?.id).toBe(user?.id);
  const google = user?.identities?.find(({ provider }) => provider === 'google');
  if (!google) throw new Error('Not connected');
  expect((await browser.unlinkIdentity(google)).error).toBeNull();
  expect((await signInWithProvider(app, 'google', { email })).user?.id).toBe(user?.id);
});

test('of two Google accounts with one address at once, one signs in', async () => {
  const app = await createTestApp({
    env: { ...GOOGLE_ENV },
    externalFetch: createMockNetwork({ [KEYS]: google.keys }).fetch,
  });
  const { email, session } = await app.signUpSeller(createEmail());
  await confirmAddressByEmail(app, email);
  const nonce = 'a nonce of the page';
  const signIn = async (sub: string) => {
    const token = await google.sign(googleClaims({ sub, email, nonce: hashNonce(nonce) }));
    const { data, error } = await createBrowser(app).signInWithIdToken({ provider: 'google', token, nonce });
    return data.user?.id ?? error?.code ?? '';
  };
  const outcomes = await Promise.all(['1', '2', '3'].map(signIn));
  const rejected = outcomes.filter((outcome) => outcome === 'identity_already_exists');
  expect([rejected.length, outcomes.includes(session.user.id)]).toEqual([2, true]);
});

test('an unconfirmed account links only an identity with its own address, which confirms it', async () => {
  const app = await createTestApp();
  const email = createEmail();
  const browser = await signUpBrowser(app, email);
  expect((await linkProvider(app, browser, 'google')).error).toBe('email_not_confirmed');
  expect((await linkProvider(app, browser, 'google', { email, verified: false })).error).toBe('email_not_confirmed');
  const { user, error } = await linkProvider(app, browser, 'google', { email });
  expect([error, Boolean(user?.email_confirmed_at)]).toEqual([null, true]);
  expect(await isConfirmed(app, email)).toBe(true);
});

test('linking and unlinking need recent authentication', async () => {
  const app = await createTestApp();
  const browser = await signUpBrowser(app);
  const email = (await browser.getUser()).data.user?.email ?? '';
  const { user } = await linkProvider(app, browser, 'google', { email });
  app.advance(5.5 * 60_000);
  expect((await linkProvider(app, browser, 'github')).error).toBe('reauthentication_needed');
  const google = user?.identities?.find(({ provider }) => provider === 'google');
  if (!google) throw new Error('Not connected');
  expect((await browser.unlinkIdentity(google)).error?.code).toBe('reauthentication_needed');
});

test('an unlinked provider no longer signs in', async () => {
  const app = await createTestApp();
  const email = createEmail();
  const browser = await signUpBrowser(app, email);
  const providerEmail = createEmail();
  await confirmAddressByEmail(app, email);
  const { user } = await linkProvider(app, browser, 'apple', { email: providerEmail });
  const apple = user?.identities?.find(({ provider }) => provider === 'apple');
  if (!user || !apple) throw new Error('Not connected');
  expect((await browser.unlinkIdentity(apple)).error).toBeNull();
  expect((await browser.unlinkIdentity(apple)).error?.code).toBe('identity_not_found');
  const providerSignIn = await signInWithProvider(app, 'apple', { email: providerEmail });
  expect(providerSignIn.user?.id).not.toBe(user.id);
  expect(await listSecurityEvents(app, user.id)).toContain('identity_unlinked Apple');
});

test('never removes the last sign-in method, also when two are removed at once', async () => {
  const app = await createTestApp();
  const { browser, user } = await signInWithProvider(app, 'google');
  const [google] = user?.identities ?? [];
  if (!user || !google) throw new Error('Not signed in');
  expect((await browser.unlinkIdentity(google)).error?.code).toBe('single_identity_not_deletable');
  const linked = await linkProvider(app, browser, 'github', { email: createEmail() });
  const bothIdentities = linked.user?.identities ?? [];
  expect(bothIdentities).toHaveLength(2);
  const responses = await Promise.all(bothIdentities.map((identity) => browser.unlinkIdentity(identity)));
  expect(responses.map(({ error }) => error?.code ?? 'gone').toSorted()).toEqual([
    'gone',
    'single_identity_not_deletable',
  ]);
  expect((await browser.getUser()).data.user?.identities).toHaveLength(1);
});

test('identities of other users, the password and invalid ids are not found', async () => {
  const app = await createTestApp();
  const { user: otherUser } = await signInWithProvider(app, 'google');
  const browser = await signUpBrowser(app);
  const ownIdentities = (await browser.getUser()).data.user?.identities ?? [];
  for (const id of [otherUser?.identities?.[0]?.identity_id, ownIdentities[0]?.identity_id, 'x', crypto.randomUUID()]) {
    const { error } = await browser.unlinkIdentity({ identity_id: id } as never);
    expect(error?.code).toBe('identity_not_found');
  }
});
