import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { PROVIDERS } from '#domain/account.ts';

import { flowStates, securityEvents } from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-money.ts';
import { identities, sessions, users } from '#server/db/schema-people.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import {
  browserOf,
  leave,
  linkOver,
  newAddress,
  signedUpBrowser,
  signInOver,
  walk,
} from './testing-journey.ts';

const userOf = async ({ context }: TestShop, email: string) =>
  (await context.db.select().from(users).where(eq(users.email, email)))[0];

const confirm = async ({ context }: TestShop, email: string) =>
  void (await context.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.email, email)));

const eventsOf = async ({ context }: TestShop, userId: string) =>
  (await context.db.select().from(securityEvents).where(eq(securityEvents.userId, userId))).map(
    ({ kind, facts }) => `${kind} ${facts.detail}`.trim(),
  );

test.each(PROVIDERS)(
  'somebody new comes over %s, has an account, and is the same the next time',
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

test('the new account works like any other: it has a shop', async () => {
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

test('a confirmed account is entered by its address, and its owner is told', async () => {
  const shop = await openShop();
  const { email, session } = await shop.seller(newAddress());
  await confirm(shop, email);
  const { user, error } = await signInOver(shop, 'github', { email: email.toUpperCase() });
  expect(error).toBeNull();
  expect(user?.id).toBe(session.user.id);
  expect(user?.app_metadata.providers).toEqual(['email', 'github']);
  const mail = await shop.context.db.select().from(outbox).where(eq(outbox.recipient, email));
  expect(mail.map(({ props }) => props)).toContainEqual(
    expect.objectContaining({ event: 'identity_linked', detail: 'GitHub' }),
  );
});

test('an account whose address was never confirmed is not entered by it', async () => {
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

test.each(PROVIDERS)('an address that %s has not confirmed opens and enters nothing', async (provider) => {
  const shop = await openShop();
  const { email } = await shop.seller(newAddress());
  await confirm(shop, email);
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
  'whoever cancels at %s comes back without a session and without blame',
  async (provider) => {
    const shop = await openShop();
    const { user, error, end } = await signInOver(shop, provider, { cancel: true });
    expect([user, error]).toEqual([null, 'access_denied']);
    expect(end.searchParams.get('error')).toBe('access_denied');
    expect(await shop.context.db.select().from(users)).toEqual([]);
  },
);

test('an account that is gone is not entered', async () => {
  const shop = await openShop();
  const email = newAddress();
  const { user } = await signInOver(shop, 'google', { email });
  await shop.context.db
    .update(users)
    .set({ deletedAt: new Date() })
    .where(eq(users.id, user?.id ?? ''));
  expect((await signInOver(shop, 'google', { email })).error).toBe('user_not_found');
});

test('two browsers of somebody new at once make one account', async () => {
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

test('a seller connects a provider, keeps the session, and gets in by it', async () => {
  const shop = await openShop();
  const email = newAddress();
  const browser = await signedUpBrowser(shop, email);
  await confirm(shop, email);
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

test('what is connected already is not connected again, to nobody', async () => {
  const shop = await openShop();
  const email = newAddress();
  await signInOver(shop, 'google', { email });
  const other = newAddress();
  const browser = await signedUpBrowser(shop, other);
  await confirm(shop, other);
  expect((await linkOver(shop, browser, 'google', { email })).error).toBe('identity_already_exists');
  expect((await linkOver(shop, browser, 'github')).error).toBeNull();
});

test('an unconfirmed account is connected only to its own address, which confirms it', async () => {
  const shop = await openShop();
  const email = newAddress();
  const browser = await signedUpBrowser(shop, email);
  expect((await linkOver(shop, browser, 'google')).error).toBe('email_not_confirmed');
  expect((await linkOver(shop, browser, 'google', { email, verified: false })).error).toBe(
    'email_not_confirmed',
  );
  const { user, error } = await linkOver(shop, browser, 'google', { email });
  expect([error, Boolean(user?.email_confirmed_at)]).toEqual([null, true]);
  expect((await userOf(shop, email))?.emailConfirmedAt).toBeTruthy();
});

test('to connect and to disconnect, somebody must have shown lately who they are', async () => {
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

test('a provider is disconnected, and then signs in no more', async () => {
  const shop = await openShop();
  const email = newAddress();
  const browser = await signedUpBrowser(shop, email);
  const elsewhere = newAddress();
  await confirm(shop, email);
  const { user } = await linkOver(shop, browser, 'apple', { email: elsewhere });
  const apple = user?.identities?.find(({ provider }) => provider === 'apple');
  if (!user || !apple) throw new Error('Not connected');
  expect((await browser.unlinkIdentity(apple)).error).toBeNull();
  expect((await browser.unlinkIdentity(apple)).error?.code).toBe('identity_not_found');
  const over = await signInOver(shop, 'apple', { email: elsewhere });
  expect(over.user?.id).not.toBe(user.id);
  expect(await eventsOf(shop, user.id)).toContain('identity_unlinked Apple');
});

test('nobody loses the last way in, also when two are removed at once', async () => {
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

test('somebody else’s connection, the password and what is no id are not found', async () => {
  const shop = await openShop();
  const { user: other } = await signInOver(shop, 'google');
  const browser = await signedUpBrowser(shop);
  const own = (await browser.getUser()).data.user?.identities ?? [];
  for (const id of [other?.identities?.[0]?.identity_id, own[0]?.identity_id, 'x', crypto.randomUUID()]) {
    const { error } = await browser.unlinkIdentity({ identity_id: id } as never);
    expect(error?.code).toBe('identity_not_found');
  }
});

test('of a journey nothing is kept in clear', async () => {
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
