import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { DAY_MS } from '#domain/time-units.ts';
import { securityEvents } from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { users } from '#server/db/schema-users.ts';

import { createEmail, createTestAuth, readError, readSession } from '../testing/test-auth.ts';

const auth = await createTestAuth();
const { db } = auth.context;

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEWER_FIREFOX = FIREFOX.replaceAll('140', '141');
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const HOME_IP = '203.0.113.7';
const OTHER_IP = '198.51.100.1';

async function createAccount() {
  const email = createEmail();
  const session = await auth.signUp(email);
  await advanceClock();
  const signIn = async (address: string, userAgent: string, password?: string) => {
    const response = await auth.signInFrom(address, email, password, userAgent);
    await advanceClock();
    return response;
  };
  const listEventKinds = async () => {
    const rows = await db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, session.user.id))
      .orderBy(asc(securityEvents.at));
    return rows.map(({ kind }) => kind);
  };
  /** Except the mail that confirms the address. */
  const listMailKinds = async () => {
    const rows = await db.select().from(outbox).where(eq(outbox.recipient, email));
    return rows.map(({ kind }) => kind).filter((kind) => kind !== 'confirm_email');
  };
  return { email, session, signIn, listEventKinds, listMailKinds };
}

/** Advances the clock, so that events have an order. */
async function advanceClock(): Promise<void> {
  auth.clock.now += 1000;
}

test('records sign-up and sign-in without a mail', async () => {
  const { signIn, listEventKinds, listMailKinds } = await createAccount();
  await signIn('unknown', FIREFOX);
  expect(await listEventKinds()).toEqual(['signed_up', 'signed_in']);
  expect(await listMailKinds()).toEqual([]);
});

test('mails once about a new browser at a new IP address; either alone causes no mail', async () => {
  const { signIn, listEventKinds, listMailKinds } = await createAccount();
  await signIn('unknown', FIREFOX);
  await signIn(HOME_IP, NEWER_FIREFOX);
  await signIn(HOME_IP, SAFARI);
  expect(await listMailKinds()).toEqual([]);
  await signIn(OTHER_IP, 'curl/8.5.0');
  await signIn(OTHER_IP, 'curl/8.6.0');
  expect(await listEventKinds()).toEqual([
    'signed_up',
    'signed_in',
    'signed_in',
    'signed_in',
    'signed_in_new_device',
    'signed_in',
  ]);
  expect(await listMailKinds()).toEqual(['security_notice']);
});

test('a device that was last used a month ago counts as new', async () => {
  const { signIn, listEventKinds } = await createAccount();
  await signIn(HOME_IP, FIREFOX);
  auth.clock.now += 31 * DAY_MS;
  await signIn(HOME_IP, FIREFOX);
  expect((await listEventKinds()).at(-1)).toBe('signed_in_new_device');
});

test('records a wrong password once per hour, and its IP address stays unknown', async () => {
  const { signIn, listEventKinds } = await createAccount();
  const hour = 3600 * 1000;
  auth.clock.now = Math.ceil(auth.clock.now / hour) * hour;
  for (let time = 0; time < 3; time += 1) await signIn(OTHER_IP, FIREFOX, 'wrong password');
  expect(await listEventKinds()).toEqual(['signed_up', 'sign_in_failed']);
  auth.clock.now += hour;
  await signIn(OTHER_IP, FIREFOX, 'wrong password');
  await signIn(OTHER_IP, FIREFOX);
  expect(await listEventKinds()).toEqual(['signed_up', 'sign_in_failed', 'sign_in_failed', 'signed_in_new_device']);
});

test('a wrong password for an unknown user is not recorded', async () => {
  const countBefore = await db.$count(securityEvents);
  expect(await readError(await auth.signIn(createEmail(), 'wrong password'))).toBe('400 invalid_credentials');
  expect(await db.$count(securityEvents)).toBe(countBefore);
});

test('a deleted account cannot be signed in to', async () => {
  const { email, session } = await createAccount();
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, session.user.id));
  expect(await readError(await auth.signIn(email))).toBe('400 invalid_credentials');
  expect(await readError(await auth.refresh(session.refresh_token))).toBe('400 session_expired');
});

test('records signing out, and the end of other sessions if there were any', async () => {
  const { email, session, listEventKinds } = await createAccount();
  const signOut = (scope: string, token: string) =>
    auth.send('POST', `logout?scope=${scope}`, { headers: { authorization: `Bearer ${token}` } });
  await signOut('others', session.access_token);
  expect(await listEventKinds()).toEqual(['signed_up']);
  await auth.signIn(email);
  await advanceClock();
  await signOut('others', session.access_token);
  await advanceClock();
  await signOut('local', session.access_token);
  expect(await listEventKinds()).toEqual(['signed_up', 'signed_in', 'other_sessions_ended', 'signed_out']);
});

test('records and mails the reuse of a token once, however often it is repeated', async () => {
  const { session, listEventKinds, listMailKinds } = await createAccount();
  const child = await readSession(await auth.refresh(session.refresh_token));
  await readSession(await auth.refresh(child.refresh_token));
  auth.clock.now += 20_001;
  const responses = await Promise.all([0, 1, 2].map(() => auth.refresh(session.refresh_token)));
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(await listEventKinds()).toEqual(['signed_up', 'token_reused']);
  expect(await listMailKinds()).toEqual(['security_notice']);
});
