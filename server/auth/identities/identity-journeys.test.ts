import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { PROVIDERS } from '#domain/account.ts';

import { flowStates, securityEvents } from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { identities, users } from '#server/db/schema-people.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { browserOf, confirmAddress, leave, newAddress, signInOver, walk } from './testing-journey.ts';

const userOf = async ({ context }: TestShop, email: string) =>
  (await context.db.select().from(users).where(eq(users.email, email)))[0];

const eventsOf = async ({ context }: TestShop, userId: string) =>
  (await context.db.select().from(securityEvents).where(eq(securityEvents.userId, userId))).map(
    ({ kind, facts }) => `${kind} ${facts.detail}`.trim(),
  );

test.each(PROVIDERS)(
  'a new user signs in with %s, gets an account and returns to it the next time',
  async (provider) => {
    const shop = await openShop();
    const email = newAddress();
    const first = await signInOver(shop, provider, { email });
    expect(first.error).toBeNull();
    expect(first.end.pathname + first.end.search).toMatch(/^\/auth\?next=%2Fpages&code=[\w-]{43}$/);
    expect(first.user).toMatchObject({
      email,
      app_metadata: { provider, providers: [provider] },
      user_metadata: { name: 'Sam Vane' },
      identities: [{ provider, identity_data: { email, email_verified: true } }],
    });
    expect(first.user?.email_confirmed_at).toBeTruthy();
    const again = await signInOver(shop, provider, { email });
    expect(again.user?.id).toBe(first.user?.id);
    expect((await again.browser.getUser()).error).toBeNull();
    expect(await eventsOf(shop, first.user?.id ?? '')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^signed_up/), expect.stringMatching(/^signed_in/)]),
    );
  },
);

test('the new account works like any other and can call functions', async () => {
  const shop = await openShop();
  const { browser } = await signInOver(shop, 'google');
  const token = (await browser.getSession()).data.session?.access_token;
  const answer = await shop.request('/functions/v1/list-pages', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });
  expect(answer.status).toBe(200);
});

test('signs in to a confirmed account with the same address and notifies its owner', async () => {
  const shop = await openShop();
  const { email, session } = await shop.seller(newAddress());
  await confirmAddress(shop, email);
  const { user, error } = await signInOver(shop, 'github', { email: email.toUpperCase() });
  expect(error).toBeNull();
  expect(user?.id).toBe(session.user.id);
  expect(user?.app_metadata.providers).toEqual(['email', 'github']);
  const mail = await shop.context.db.select().from(outbox).where(eq(outbox.recipient, email));
  expect(mail.map(({ props }) => props)).toContainEqual(
    expect.objectContaining({ event: 'identity_linked', detail: 'GitHub' }),
  );
});

test('does not sign in to an account with an unconfirmed address', async () => {
  const shop = await openShop();
  const { email } = await shop.seller(newAddress());
  const { user, error, end } = await signInOver(shop, 'google', { email });
  expect([user, error]).toEqual([null, 'provider_email_needs_verification']);
  expect(end.pathname).toBe('/auth');
  expect(end.searchParams.get('next')).toBe('/pages');
  expect(end.searchParams.get('error_description')).toMatch(/connect Google on your account page/);
  expect(await shop.context.db.select().from(identities).where(eq(identities.provider, 'google'))).toEqual(
    [],
  );
});

test.each(PROVIDERS)('does not match or create accounts by an unverified address from %s', async (provider) => {
  const shop = await openShop();
  const { email } = await shop.seller(newAddress());
  await confirmAddress(shop, email);
  const stranger = newAddress();
  for (const address of [email, stranger]) {
    const { user, error } = await signInOver(shop, provider, { email: address, verified: false });
    expect([user, error]).toEqual([null, 'provider_email_needs_verification']);
  }
  expect(await userOf(shop, stranger)).toBeUndefined();
  expect(await shop.context.db.select().from(identities).where(eq(identities.provider, provider))).toEqual(
    [],
  );
});

test.each(PROVIDERS)(
  'a user who cancels at %s returns without a session or an error message',
  async (provider) => {
    const shop = await openShop();
    const { user, error, end } = await signInOver(shop, provider, { cancel: true });
    expect([user, error]).toEqual([null, 'access_denied']);
    expect(end.searchParams.get('error')).toBe('access_denied');
    expect(await shop.context.db.select().from(users)).toEqual([]);
  },
);

test('does not sign in to a deleted account', async () => {
  const shop = await openShop();
  const email = newAddress();
  const { user } = await signInOver(shop, 'google', { email });
  await shop.context.db
    .update(users)
    .set({ deletedAt: new Date() })
    .where(eq(users.id, user?.id ?? ''));
  const { end } = await signInOver(shop, 'google', { email });
  expect(end.searchParams.get('error_code')).toBe('user_not_found');
});

test('two concurrent first sign-ins create one account', async () => {
  const shop = await openShop();
  const email = newAddress();
  const journeys = await Promise.all(
    ['google', 'google', 'github', 'apple'].map(async (provider) => {
      const browser = browserOf(shop);
      const page = await leave(shop, browser, provider as 'google');
      const end = await walk(shop, page, { email });
      return { browser, code: end.searchParams.get('code') ?? '' };
    }),
  );
  const entered = await Promise.all(
    journeys.map(({ browser, code }) => browser.exchangeCodeForSession(code)),
  );
  expect(entered.map(({ error }) => error)).toEqual([null, null, null, null]);
  expect(new Set(entered.map(({ data }) => data.user?.id)).size).toBe(1);
  const rows = await shop.context.db.select().from(identities);
  expect(rows.map(({ provider }) => provider).toSorted()).toEqual(['apple', 'github', 'google']);
});

test('stores no secrets of a flow unencrypted', async () => {
  const shop = await openShop();
  const email = newAddress();
  const browser = browserOf(shop);
  const page = await leave(shop, browser, 'google');
  const end = await walk(shop, page, { email });
  const text = JSON.stringify(await shop.context.db.select().from(flowStates));
  const secrets = [
    page.searchParams.get('state'),
    page.searchParams.get('nonce'),
    end.searchParams.get('code'),
  ];
  for (const secret of [...secrets, email]) expect(text).not.toContain(secret);
});
