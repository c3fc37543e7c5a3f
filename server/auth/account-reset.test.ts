import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { listAuditEntries } from '#server/db/audit-entries.ts';
import { passkeys } from '#server/db/schema-accounts.ts';
import { identities, oneTimeTokens } from '#server/db/schema-people.ts';
import { findUser, updateUserFields } from '#server/db/users.ts';
import { claimed } from '#server/testing-domains.ts';
import { openProgram } from '#server/testing-api.ts';
import { callAs, openShop, sellableConfig, type TestSeller, type TestShop } from '#server/testing.ts';

import { shownBy, takeMail, takeOne } from './testing-mailbox.ts';

const post = (shop: TestShop, path: string, body: object, token?: string) =>
  shop.request(`/auth/v1/${path}`, {
    method: path === 'user' ? 'PUT' : 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

/** The owner of the email address recovers the account. Returns their access token. */
async function recover(shop: TestShop, email: string): Promise<string> {
  await takeMail(shop.context, email);
  await post(shop, 'recover', { email });
  const { token_hash } = shownBy(await takeOne(shop.context, email, 'recover_password'));
  const answer = await post(shop, 'verify', { type: 'recovery', token_hash });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Everything that lets someone return to an account, read it or earn from it. */
async function setUpAsStranger(shop: TestShop, seller: TestSeller) {
  const { db, realNow } = shop.context;
  const [userId, now] = [seller.session.user.id, realNow()];
  const published = await seller.publish({}, 'taller');
  const program = await openProgram(shop, seller);
  await seller.call('create-webhook-endpoint', { url: 'https://thief.example/hook' });
  await claimed(seller, 'pay.shop.localhost');
  const credential = { id: crypto.randomUUID(), publicKey: '', counter: 0, transports: [] };
  await db.insert(passkeys).values({
    id: crypto.randomUUID(),
    userId,
    credentialId: credential.id,
    credential,
    friendlyName: 'Visit thief.example',
    createdAt: now,
  });
  const identity = { provider: 'github', providerId: crypto.randomUUID(), data: {} };
  await db
    .insert(identities)
    .values({ id: crypto.randomUUID(), userId, ...identity, createdAt: now, updatedAt: now });
  await updateUserFields(db, userId, { phone: '+15550100999', phoneConfirmedAt: now }, now);
  const change = await post(shop, 'user', { email: 'thief@evil.example' }, seller.session.access_token);
  expect(change.status).toBe(200);
  return { published, program };
}

test('recovering an unconfirmed account removes everything that a stranger set up', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { email, session } = seller;
  const userId = session.user.id;
  const { program } = await setUpAsStranger(shop, seller);
  const change = await takeOne(shop.context, 'thief@evil.example', 'change_email');
  const owner = callAs(shop.request, await recover(shop, email));

  expect((await seller.call('get-account', {})).status).toBe(401);
  expect((await post(shop, 'token?grant_type=password', { email, password: 'correct horse' })).status).toBe(
    400,
  );
  expect(
    (await post(shop, 'verify', { type: 'email_change', token_hash: shownBy(change).token_hash })).status,
  ).toBe(403);
  expect((await program.ask('GET', '/pages')).status).toBe(401);
  expect((await owner('get-connection', {})).body).toMatchObject({ stripe_account_id: null, former: null });
  expect((await owner('list-webhook-endpoints', {})).body.endpoints).toEqual([]);
  expect((await owner('list-domains', {})).body.domains).toEqual([]);
  expect((await owner('list-api-keys', {})).body.keys).toEqual([]);
  expect((await owner('list-pages', {})).body.pages).toMatchObject([{ state: 'unpublished' }]);
  const { db } = shop.context;
  expect(await db.select().from(passkeys).where(eq(passkeys.userId, userId))).toEqual([]);
  expect(await db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, userId))).toEqual([]);
  expect(await findUser(db, userId)).toMatchObject({
    email,
    phone: null,
    newEmail: null,
    passwordHash: null,
  });

  const removed =
    '1 passkey, GitHub sign-in, the phone number, a pending email change, 1 API key, 1 webhook endpoint, 1 domain, the connected Stripe account, the publication of 1 page';
  expect((await owner('get-account', {})).body).toMatchObject({ removedByReset: removed });
  expect(await takeMail(shop.context, email)).toMatchObject([
    { kind: 'security_notice', event: 'account_reset', detail: removed },
  ]);
  const entries = await listAuditEntries(db, { sellerId: null, act: 'account_reset', since: null, most: 5 });
  expect(entries).toMatchObject([{ subject: userId }]);
});

/** Signs up over HTTP. Returns what the stranger has and the owner's mail. */
async function signUpAsStranger(shop: TestShop) {
  const email = `owner-${crypto.randomUUID()}@shop.example`;
  const password = 'correct horse';
  const answer = await post(shop, 'signup', { email, password });
  const session = (await answer.json()) as TestSeller['session'];
  const mail = await takeOne(shop.context, email, 'confirm_email');
  const signIn = async () => (await post(shop, 'token?grant_type=password', { email, password })).status;
  const call = callAs(shop.request, session.access_token);
  return { email, session, mail, signIn, call, token_hash: shownBy(mail).token_hash };
}

test('the confirmation link names its account for the browser that is signed in to it', async () => {
  const shop = await openShop();
  const { mail, session } = await signUpAsStranger(shop);
  expect(new URL(mail.link).searchParams.get('account')).toBe(session.user.id);
});

test('opening the confirmation link in the browser that signed up keeps the account unchanged', async () => {
  const shop = await openShop();
  const { token_hash, signIn, call } = await signUpAsStranger(shop);
  expect((await post(shop, 'verify', { type: 'signup', token_hash })).status).toBe(200);
  expect((await call('get-account', {})).body).toMatchObject({ emailConfirmed: true, hasPassword: true });
  expect(await signIn()).toBe(200);
});

test('opening the confirmation link in another browser recovers the account and locks out a stranger who signed up', async () => {
  const shop = await openShop();
  const { email, session, token_hash, signIn, call } = await signUpAsStranger(shop);
  const answer = await post(shop, 'verify', { type: 'recovery', token_hash });
  expect(answer.status).toBe(200);
  const { access_token } = (await answer.json()) as TestSeller['session'];
  expect((await call('get-account', {})).status).toBe(401);
  const { refresh_token } = session;
  expect((await post(shop, 'token?grant_type=refresh_token', { refresh_token })).status).toBe(400);
  expect(await signIn()).toBe(400);
  expect((await post(shop, 'verify', { type: 'signup', token_hash })).status).toBe(403);

  const owner = callAs(shop.request, access_token);
  expect((await owner('get-account', {})).body).toMatchObject({ emailConfirmed: true, hasPassword: false });
  const password = 'a password of the owner';
  expect((await post(shop, 'user', { password }, access_token)).status).toBe(200);
  expect((await post(shop, 'token?grant_type=password', { email, password })).status).toBe(200);
});

test('the owner connects another Stripe account and publishes again after the reset', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { published } = await setUpAsStranger(shop, seller);
  const before = (await seller.call('get-connection', {})).body.stripe_account_id;
  const owner = callAs(shop.request, await recover(shop, seller.email));
  const publish = () =>
    owner('save-checkout-page', { config: sellableConfig(), slug: 'taller', pageId: published.pageId });
  expect((await publish()).body.error?.code).toBe('stripe_not_connected');
  // Stripe still sends events of the stranger's account, which stays the stranger's.
  await shop.request(`/sandbox/dashboard/${before}/settings`, {
    method: 'POST',
    body: new URLSearchParams({ act: 'restrict' }),
  });
  await shop.settled();
  expect((await owner('get-connection', {})).body).toMatchObject({ state: 'not_started', former: null });
  expect((await owner('stripe-connect-onboarding', {})).status).toBe(200);
  const { stripe_account_id: after } = (await owner('get-connection', {})).body;
  expect(after).not.toBeNull();
  expect(after).not.toBe(before);
});

test('recovering an account with a confirmed address keeps everything', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { db, realNow } = shop.context;
  await setUpAsStranger(shop, seller);
  await updateUserFields(db, seller.session.user.id, { emailConfirmedAt: realNow() }, realNow());
  const owner = callAs(shop.request, await recover(shop, seller.email));
  expect((await owner('get-connection', {})).body).toMatchObject({ state: 'complete' });
  expect((await owner('list-pages', {})).body.pages).toMatchObject([{ state: 'published' }]);
  expect((await owner('list-api-keys', {})).body.keys).toHaveLength(1);
  expect((await owner('get-account', {})).body).toMatchObject({ removedByReset: null });
});
