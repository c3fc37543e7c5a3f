import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { IDENTITY_PROVIDERS } from '#domain/account.ts';
import { flowStates, securityEvents } from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { identities, users } from '#server/db/schema-users.ts';
import {
  createBrowser,
  confirmAddressByEmail,
  startFlow,
  createEmail,
  signInWithProvider,
  completeFlow,
} from '#server/testing/provider-flow-helpers.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const findUserByEmail = async ({ context }: TestApp, email: string) =>
  (await context.db.select().from(users).where(eq(users.email, email)))[0];

const listSecurityEvents = async ({ context }: TestApp, userId: string) =>
  (await context.db.select().from(securityEvents).where(eq(securityEvents.userId, userId))).map(({ kind, facts }) =>
    `${kind} ${facts.detail}`.trim(),
  );

test.each(IDENTITY_PROVIDERS)(
  'a new user signs in with %s, gets an account and returns to it the next time',
  async (provider) => {
    const app = await createTestApp();
    const email = createEmail();
    const firstSignIn = await signInWithProvider(app, provider, { email });
    expect(firstSignIn.error).toBeNull();
    expect(firstSignIn.end.pathname + firstSignIn.end.search).toMatch(/^\/auth\?next=%2Fpages&code=[\w-]{43}$/);
    expect(firstSignIn.user).toMatchObject({
      email,
      app_metadata: { provider, providers: [provider] },
      user_metadata: { name: 'Sam Vane' },
      identities: [{ provider, identity_data: { email, email_verified: true } }],
    });
    expect(firstSignIn.user?.email_confirmed_at).toBeTruthy();
    const secondSignIn = await signInWithProvider(app, provider, { email });
    expect(secondSignIn.user?.id).toBe(firstSignIn.user?.id);
    expect((await secondSignIn.browser.getUser()).error).toBeNull();
    expect(await listSecurityEvents(app, firstSignIn.user?.id ?? '')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^signed_up/), expect.stringMatching(/^signed_in/)]),
    );
  },
);

test('the new account works like any other and can call functions', async () => {
  const app = await createTestApp();
  const { browser } = await signInWithProvider(app, 'google');
  const token = (await browser.getSession()).data.session?.access_token;
  const response = await app.request('/functions/v1/list-pages', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });
  expect(response.status).toBe(200);
});

test('signs in to a confirmed account with the same address and notifies its owner', async () => {
  const app = await createTestApp();
  const { email, session } = await app.signUpSeller(createEmail());
  await confirmAddressByEmail(app, email);
  const { user, error } = await signInWithProvider(app, 'github', { email: email.toUpperCase() });
  expect(error).toBeNull();
  expect(user?.id).toBe(session.user.id);
  expect(user?.app_metadata.providers).toEqual(['email', 'github']);
  const mail = await app.context.db.select().from(outbox).where(eq(outbox.recipient, email));
  expect(mail.map(({ props }) => props)).toContainEqual(
    expect.objectContaining({ event: 'identity_linked', detail: 'GitHub' }),
  );
});

test('does not sign in to an account with an unconfirmed address', async () => {
  const app = await createTestApp();
  const { email } = await app.signUpSeller(createEmail());
  const { user, error, end: endUrl } = await signInWithProvider(app, 'google', { email });
  expect([user, error]).toEqual([null, 'provider_email_needs_verification']);
  expect(endUrl.pathname).toBe('/auth');
  expect(endUrl.searchParams.get('next')).toBe('/pages');
  expect(endUrl.searchParams.get('error_description')).toMatch(/connect Google on your account page/);
  expect(await app.context.db.select().from(identities).where(eq(identities.provider, 'google'))).toEqual([]);
});

test.each(IDENTITY_PROVIDERS)(
  'does not match or create accounts by an unverified address from %s',
  async (provider) => {
    const app = await createTestApp();
    const { email } = await app.signUpSeller(createEmail());
    await confirmAddressByEmail(app, email);
    const unverified = createEmail();
    for (const address of [email, unverified]) {
      const { user, error } = await signInWithProvider(app, provider, { email: address, verified: false });
      expect([user, error]).toEqual([null, 'provider_email_needs_verification']);
    }
    expect(await findUserByEmail(app, unverified)).toBeUndefined();
    expect(await app.context.db.select().from(identities).where(eq(identities.provider, provider))).toEqual([]);
  },
);

test.each(IDENTITY_PROVIDERS)(
  'a user who cancels at %s returns without a session or an error message',
  async (provider) => {
    const app = await createTestApp();
    const { user, error, end: endUrl } = await signInWithProvider(app, provider, { cancel: true });
    expect([user, error]).toEqual([null, 'access_denied']);
    expect(endUrl.searchParams.get('error')).toBe('access_denied');
    expect(await app.context.db.select().from(users)).toEqual([]);
  },
);

test('does not sign in to a deleted account', async () => {
  const app = await createTestApp();
  const email = createEmail();
  const { user } = await signInWithProvider(app, 'google', { email });
  await app.context.db
    .update(users)
    .set({ deletedAt: new Date() })
    .where(eq(users.id, user?.id ?? ''));
  const { end: endUrl } = await signInWithProvider(app, 'google', { email });
  expect(endUrl.searchParams.get('error_code')).toBe('user_not_found');
});

test('two concurrent first sign-ins create one account', async () => {
  const app = await createTestApp();
  const email = createEmail();
  const flows = await Promise.all(
    ['google', 'google', 'github', 'apple'].map(async (provider) => {
      const browser = createBrowser(app);
      const page = await startFlow(app, browser, provider as 'google');
      const endUrl = await completeFlow(app, page, { email });
      return { browser, code: endUrl.searchParams.get('code') ?? '' };
    }),
  );
  const results = await Promise.all(flows.map(({ browser, code }) => browser.exchangeCodeForSession(code)));
  expect(results.map(({ error }) => error)).toEqual([null, null, null, null]);
  expect(new Set(results.map(({ data }) => data.user?.id)).size).toBe(1);
  const rows = await app.context.db.select().from(identities);
  expect(rows.map(({ provider }) => provider).toSorted()).toEqual(['apple', 'github', 'google']);
});

test('stores no secrets of a flow unencrypted', async () => {
  const app = await createTestApp();
  const email = createEmail();
  const browser = createBrowser(app);
  const page = await startFlow(app, browser, 'google');
  const endUrl = await completeFlow(app, page, { email });
  const text = JSON.stringify(await app.context.db.select().from(flowStates));
  const secrets = [page.searchParams.get('state'), page.searchParams.get('nonce'), endUrl.searchParams.get('code')];
  for (const secret of [...secrets, email]) expect(text).not.toContain(secret);
});
