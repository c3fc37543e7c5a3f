import { isAuthWeakPasswordError } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { APP_URL, createEmail, createTestAuth, PASSWORD } from '../testing/test-auth.ts';
import { createSignInLink } from './one-time-links.ts';

const auth = await createTestAuth();

async function signUpClient() {
  const email = createEmail();
  const client = auth.client();
  const { data, error } = await client.signUp({ email, password: PASSWORD });
  if (error || !data.session) throw new Error('not signed up', { cause: error });
  return { email, client, session: data.session };
}

async function signedIn(email: string) {
  const client = auth.client();
  const { error } = await client.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

const isSignedIn = async (client: Awaited<ReturnType<typeof signedIn>>) => (await client.getUser()).data.user !== null;

test('the client signs up, is notified and stores the session', async () => {
  const email = createEmail();
  const client = auth.client();
  const events: string[] = [];
  client.onAuthStateChange((event) => events.push(event));
  const { data, error } = await client.signUp({
    email: ` ${email.toUpperCase()} `,
    password: PASSWORD,
    options: { emailRedirectTo: `${APP_URL}/builder` },
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email,
    role: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'] },
  });
  expect(data.user?.identities).toHaveLength(1);
  const { data: stored } = await client.getSession();
  expect(stored.session?.access_token).toBe(data.session?.access_token);
  const expiresInS = (stored.session?.expires_at ?? 0) - Date.now() / 1000;
  expect(expiresInS).toBeGreaterThan(590);
  expect(expiresInS).toBeLessThan(601);
  expect(events).toContain('SIGNED_IN');
});

test('the client signs in with the password and reads its user', async () => {
  const { email, session } = await signUpClient();
  const client = await signedIn(email);
  const { data, error } = await client.getUser();
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ id: session.user.id, email });
});

test("the client gets the catalogue's message for a wrong password", async () => {
  const { email } = await signUpClient();
  const { data, error } = await auth.client().signInWithPassword({ email, password: 'another password' });
  expect(data.session).toBeNull();
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  });
});

test('the client gets an error for an address that is taken', async () => {
  const { email } = await signUpClient();
  const { error } = await auth.client().signUp({ email, password: PASSWORD });
  expect(error).toMatchObject({
    status: 422,
    code: 'user_already_exists',
    message: 'User already registered',
  });
});

test('the client gets the reason why a password is too weak', async () => {
  const { error } = await auth.client().signUp({ email: createEmail(), password: '12345' });
  expect(isAuthWeakPasswordError(error) && error.reasons).toEqual(['length']);
  expect(error?.message).toBe('Password should be at least 6 characters.');
});

test('the client refreshes its session and continues with the new tokens', async () => {
  const { client, session } = await signUpClient();
  auth.clock.now += 1000;
  const { data, error } = await client.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  expect(data.session?.access_token).not.toBe(session.access_token);
  expect((await client.getUser()).error).toBeNull();
});

test('the client verifies its token against our published keys', async () => {
  const { client, session } = await signUpClient();
  const { data, error } = await client.getClaims();
  expect(error).toBeNull();
  expect(data?.header.alg).toBe('ES256');
  expect(data?.claims).toMatchObject({
    sub: session.user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: session.user.email,
    aal: 'aal1',
    iss: `${APP_URL}/auth/v1`,
    amr: [{ method: 'password' }],
  });
});

test('the client reports "Invalid JWT signature" for a forged token', async () => {
  const { client, session } = await signUpClient();
  const [header, , signature] = session.access_token.split('.');
  const payload = { sub: 'somebody', exp: Date.now() / 1000 + 600, session_id: 'x', role: 'authenticated' };
  const forgedToken = [header, Buffer.from(JSON.stringify(payload)).toString('base64url'), signature].join('.');
  const { error } = await client.getClaims(forgedToken);
  expect(error?.message).toBe('Invalid JWT signature');
});

test('signing out locally ends this session only', async () => {
  const { email, client } = await signUpClient();
  const otherClient = await signedIn(email);
  const { data } = await client.getSession();
  expect((await client.signOut({ scope: 'local' })).error).toBeNull();
  expect(await isSignedIn(client)).toBe(false);
  expect(await isSignedIn(otherClient)).toBe(true);
  const response = await auth.user(data.session?.access_token ?? '');
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'session_not_found' });
});

test('signing out others keeps only this session', async () => {
  const { email, client } = await signUpClient();
  const otherClients = [await signedIn(email), await signedIn(email)];
  expect((await client.signOut({ scope: 'others' })).error).toBeNull();
  expect(await isSignedIn(client)).toBe(true);
  for (const otherClient of otherClients) expect(await isSignedIn(otherClient)).toBe(false);
});

test('signing out globally ends all sessions of this user and no other', async () => {
  const { email, client } = await signUpClient();
  const otherClient = await signedIn(email);
  const otherUser = (await signUpClient()).client;
  expect((await client.signOut({ scope: 'global' })).error).toBeNull();
  expect(await isSignedIn(otherClient)).toBe(false);
  expect((await otherClient.getSession()).data.session).toBeNull();
  expect(await isSignedIn(otherUser)).toBe(true);
});

test('the client drops its session when its refresh token is refused for good', async () => {
  const { email, client } = await signUpClient();
  const otherClient = await signedIn(email);
  await otherClient.signOut({ scope: 'others' });
  const { error } = await client.refreshSession();
  expect(error).toMatchObject({ status: 400, code: 'session_expired' });
});

test('the client signs in with a link that works once', async () => {
  const { session } = await signUpClient();
  const link = new URL(await createSignInLink(auth.context, session.user.id));
  expect(link.origin + link.pathname).toBe(`${APP_URL}/auth/confirm`);
  expect(link.searchParams.get('type')).toBe('email');
  const token_hash = link.searchParams.get('token_hash') ?? '';
  const client = auth.client();
  const { data, error } = await client.verifyOtp({ type: 'email', token_hash });
  expect(error).toBeNull();
  expect(data.user?.id).toBe(session.user.id);
  expect(await isSignedIn(client)).toBe(true);
  const repeated = await auth.client().verifyOtp({ type: 'email', token_hash });
  expect(repeated.error).toMatchObject({ status: 403, code: 'otp_expired' });
});
