import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { listAuditEntries } from '#server/audit/record-audit.ts';
import { findUser, updateUserFields } from '#server/auth/queries/users.ts';
import { passkeys } from '#server/db/schema-accounts.ts';
import { identities, oneTimeTokens } from '#server/db/schema-users.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { claimDomain } from '#server/testing/domain-env.ts';
import { rpcAs, createTestApp, sellableConfig, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

import { parseMailLink, takeMail, takeMailOfKind } from '../testing/take-mail.ts';

const post = (app: TestApp, path: string, body: object, token?: string) =>
  app.request(`/auth/v1/${path}`, {
    method: path === 'user' ? 'PUT' : 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

/** The owner of the email address recovers the account. Returns their access token. */
async function recoverAccount(app: TestApp, email: string): Promise<string> {
  await takeMail(app.context, email);
  await post(app, 'recover', { email });
  const { token_hash } = parseMailLink(await takeMailOfKind(app.context, email, 'recover_password'));
  const response = await post(app, 'verify', { type: 'recovery', token_hash });
  expect(response.status).toBe(200);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Everything that lets someone return to an account, read it or earn from it. */
async function setUpAsStranger(app: TestApp, seller: TestSeller) {
  const { db, realNow } = app.context;
  const [userId, now] = [seller.session.user.id, realNow()];
  const publishedPage = await seller.publishPage({}, 'taller');
  const apiProgram = await createApiClient(app, seller);
  await seller.rpc('create-webhook-endpoint', { url: 'https://thief.example/hook' });
  await claimDomain(seller, 'pay.shop.localhost');
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
  await db.insert(identities).values({ id: crypto.randomUUID(), userId, ...identity, createdAt: now, updatedAt: now });
  await updateUserFields(db, userId, { phone: '+15550100999', phoneConfirmedAt: now }, now);
  const response = await post(app, 'user', { email: 'thief@evil.example' }, seller.session.access_token);
  expect(response.status).toBe(200);
  return { publishedPage, apiProgram };
}

test('recovering an unconfirmed account removes everything that a stranger set up', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { email, session } = seller;
  const userId = session.user.id;
  const { apiProgram } = await setUpAsStranger(app, seller);
  const response = await takeMailOfKind(app.context, 'thief@evil.example', 'change_email');
  const owner = rpcAs(app.request, await recoverAccount(app, email));

  expect((await seller.rpc('get-account', {})).status).toBe(401);
  expect((await post(app, 'token?grant_type=password', { email, password: 'correct horse' })).status).toBe(400);
  expect(
    (await post(app, 'verify', { type: 'email_change', token_hash: parseMailLink(response).token_hash })).status,
  ).toBe(403);
  expect((await apiProgram.send('GET', '/pages')).status).toBe(401);
  expect((await owner('get-connection', {})).body).toMatchObject({ stripe_account_id: null, former: null });
  expect((await owner('list-webhook-endpoints', {})).body.endpoints).toEqual([]);
  expect((await owner('list-domains', {})).body.domains).toEqual([]);
  expect((await owner('list-api-keys', {})).body.keys).toEqual([]);
  expect((await owner('list-pages', {})).body.pages).toMatchObject([{ state: 'unpublished' }]);
  const { db } = app.context;
  expect(await db.select().from(passkeys).where(eq(passkeys.userId, userId))).toEqual([]);
  expect(await db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, userId))).toEqual([]);
  expect(await findUser(db, userId)).toMatchObject({
    email,
    phone: null,
    newEmail: null,
    passwordHash: null,
  });

  const removed =
    '1 passkey, GitHub sign-in, the phone number, a pending email change, 1 API key, 1 webhook endpoint, 1 domain, the connected Stripe account, 1 page from public view';
  expect((await owner('get-account', {})).body).toMatchObject({ removedByReset: removed });
  expect(await takeMail(app.context, email)).toMatchObject([
    { kind: 'security_notice', event: 'account_reset', detail: removed },
  ]);
  const entries = await listAuditEntries(db, {
    sellerId: null,
    action: 'account_reset',
    since: null,
    limit: 5,
  });
  expect(entries).toMatchObject([{ subject: userId }]);
});

/** Signs up over HTTP. Returns what the stranger has and the owner's mail. */
async function signUpAsStranger(app: TestApp) {
  const email = `owner-${crypto.randomUUID()}@shop.example`;
  const password = 'correct horse';
  const response = await post(app, 'signup', { email, password });
  const session = (await response.json()) as TestSeller['session'];
  const mail = await takeMailOfKind(app.context, email, 'confirm_email');
  const signIn = async () => (await post(app, 'token?grant_type=password', { email, password })).status;
  const call = rpcAs(app.request, session.access_token);
  return { email, session, mail, signIn, call, token_hash: parseMailLink(mail).token_hash };
}

test('the confirmation link names its account for the browser that is signed in to it', async () => {
  const app = await createTestApp();
  const { mail, session } = await signUpAsStranger(app);
  expect(new URL(mail.link).searchParams.get('account')).toBe(session.user.id);
});

test('opening the confirmation link in the browser that signed up keeps the account unchanged', async () => {
  const app = await createTestApp();
  const { token_hash, signIn, call } = await signUpAsStranger(app);
  expect((await post(app, 'verify', { type: 'signup', token_hash })).status).toBe(200);
  expect((await call('get-account', {})).body).toMatchObject({ emailConfirmed: true, hasPassword: true });
  expect(await signIn()).toBe(200);
});

test('opening the confirmation link in another browser recovers the account and locks out a stranger who signed up', async () => {
  const app = await createTestApp();
  const { email, session, token_hash, signIn, call } = await signUpAsStranger(app);
  const response = await post(app, 'verify', { type: 'recovery', token_hash });
  expect(response.status).toBe(200);
  const { access_token } = (await response.json()) as TestSeller['session'];
  expect((await call('get-account', {})).status).toBe(401);
  const { refresh_token } = session;
  expect((await post(app, 'token?grant_type=refresh_token', { refresh_token })).status).toBe(400);
  expect(await signIn()).toBe(400);
  expect((await post(app, 'verify', { type: 'signup', token_hash })).status).toBe(403);

  const owner = rpcAs(app.request, access_token);
  expect((await owner('get-account', {})).body).toMatchObject({ emailConfirmed: true, hasPassword: false });
  const password = 'a password of the owner';
  expect((await post(app, 'user', { password }, access_token)).status).toBe(200);
  expect((await post(app, 'token?grant_type=password', { email, password })).status).toBe(200);
});

test('the owner connects another Stripe account and publishes again after the reset', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { publishedPage } = await setUpAsStranger(app, seller);
  const stolenAccountId = (await seller.rpc('get-connection', {})).body.stripe_account_id;
  const owner = rpcAs(app.request, await recoverAccount(app, seller.email));
  const publish = () =>
    owner('save-checkout-page', { config: sellableConfig(), slug: 'taller', pageId: publishedPage.pageId });
  expect((await publish()).body.error?.code).toBe('stripe_not_connected');
  // Stripe still sends events of the stranger's account, which stays the stranger's.
  await app.request(`/sandbox/dashboard/${stolenAccountId}/settings`, {
    method: 'POST',
    body: new URLSearchParams({ act: 'restrict' }),
  });
  await app.waitUntilIdle();
  expect((await owner('get-connection', {})).body).toMatchObject({ state: 'not_started', former: null });
  expect((await owner('stripe-connect-onboarding', {})).status).toBe(200);
  const { stripe_account_id: ownAccountId } = (await owner('get-connection', {})).body;
  expect(ownAccountId).not.toBeNull();
  expect(ownAccountId).not.toBe(stolenAccountId);
});

test('recovering an account with a confirmed address keeps everything', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { db, realNow } = app.context;
  await setUpAsStranger(app, seller);
  await updateUserFields(db, seller.session.user.id, { emailConfirmedAt: realNow() }, realNow());
  const owner = rpcAs(app.request, await recoverAccount(app, seller.email));
  expect((await owner('get-connection', {})).body).toMatchObject({ state: 'complete' });
  expect((await owner('list-pages', {})).body.pages).toMatchObject([{ state: 'published' }]);
  expect((await owner('list-api-keys', {})).body.keys).toHaveLength(1);
  expect((await owner('get-account', {})).body).toMatchObject({ removedByReset: null });
});
