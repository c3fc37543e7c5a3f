import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { securityEvents } from '#server/db/schema-accounts.ts';
import { users } from '#server/db/schema-people.ts';

import { newEmail, openDoors, refusalOf, sessionFrom } from './auth-testing.ts';

const doors = await openDoors();
const { db } = doors.context;

const DAY_MS = 24 * 3600 * 1000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEWER_FIREFOX = FIREFOX.replaceAll('140', '141');
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const HOME = '203.0.113.7';
const AWAY = '198.51.100.1';

async function account() {
  const email = newEmail();
  const session = await doors.signUp(email);
  await passed();
  const signIn = async (address: string, userAgent: string, password?: string) => {
    const answer = await doors.signInFrom(address, email, password, userAgent);
    await passed();
    return answer;
  };
  const kinds = async () => {
    const rows = await db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, session.user.id))
      .orderBy(asc(securityEvents.at));
    return rows.map(({ kind }) => kind);
  };
  /** Except the mail that confirms the address. */
  const mails = async () => {
    const rows = await db.select().from(outbox).where(eq(outbox.recipient, email));
    return rows.map(({ kind }) => kind).filter((kind) => kind !== 'confirm_email');
  };
  return { email, session, signIn, kinds, mails };
}

/** Advances the clock, so that events have an order. */
async function passed(): Promise<void> {
  doors.clock.now += 1000;
}

test('records sign-up and sign-in without a mail', async () => {
  const { signIn, kinds, mails } = await account();
  await signIn('unknown', FIREFOX);
  expect(await kinds()).toEqual(['signed_up', 'signed_in']);
  expect(await mails()).toEqual([]);
});

test('mails once about a new browser at a new IP address; either alone causes no mail', async () => {
  const { signIn, kinds, mails } = await account();
  await signIn('unknown', FIREFOX);
  await signIn(HOME, NEWER_FIREFOX);
  await signIn(HOME, SAFARI);
  expect(await mails()).toEqual([]);
  await signIn(AWAY, 'curl/8.5.0');
  await signIn(AWAY, 'curl/8.6.0');
  expect(await kinds()).toEqual([
    'signed_up',
    'signed_in',
    'signed_in',
    'signed_in',
    'signed_in_new_device',
    'signed_in',
  ]);
  expect(await mails()).toEqual(['security_notice']);
});

test('a device that was last used a month ago counts as new', async () => {
  const { signIn, kinds } = await account();
  await signIn(HOME, FIREFOX);
  doors.clock.now += 31 * DAY_MS;
  await signIn(HOME, FIREFOX);
  expect((await kinds()).at(-1)).toBe('signed_in_new_device');
});

test('records a wrong password once per hour, and its IP address stays unknown', async () => {
  const { signIn, kinds } = await account();
  const hour = 3600 * 1000;
  doors.clock.now = Math.ceil(doors.clock.now / hour) * hour;
  for (let time = 0; time < 3; time += 1) await signIn(AWAY, FIREFOX, 'wrong password');
  expect(await kinds()).toEqual(['signed_up', 'sign_in_failed']);
  doors.clock.now += hour;
  await signIn(AWAY, FIREFOX, 'wrong password');
  await signIn(AWAY, FIREFOX);
  expect(await kinds()).toEqual(['signed_up', 'sign_in_failed', 'sign_in_failed', 'signed_in_new_device']);
});

test('a wrong password for an unknown user is not recorded', async () => {
  const before = await db.$count(securityEvents);
  expect(await refusalOf(await doors.signIn(newEmail(), 'wrong password'))).toBe('400 invalid_credentials');
  expect(await db.$count(securityEvents)).toBe(before);
});

test('a deleted account cannot be signed in to', async () => {
  const { email, session } = await account();
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, session.user.id));
  expect(await refusalOf(await doors.signIn(email))).toBe('400 invalid_credentials');
  expect(await refusalOf(await doors.refresh(session.refresh_token))).toBe('400 session_expired');
});

test('records signing out, and the end of other sessions if there were any', async () => {
  const { email, session, kinds } = await account();
  const logout = (scope: string, token: string) =>
    doors.send('POST', `logout?scope=${scope}`, { headers: { authorization: `Bearer ${token}` } });
  await logout('others', session.access_token);
  expect(await kinds()).toEqual(['signed_up']);
  await doors.signIn(email);
  await passed();
  await logout('others', session.access_token);
  await passed();
  await logout('local', session.access_token);
  expect(await kinds()).toEqual(['signed_up', 'signed_in', 'other_sessions_ended', 'signed_out']);
});

test('records and mails the reuse of a token once, however often it is repeated', async () => {
  const { session, kinds, mails } = await account();
  const child = await sessionFrom(await doors.refresh(session.refresh_token));
  await sessionFrom(await doors.refresh(child.refresh_token));
  doors.clock.now += 20_001;
  const answers = await Promise.all([0, 1, 2].map(() => doors.refresh(session.refresh_token)));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(await kinds()).toEqual(['signed_up', 'token_reused']);
  expect(await mails()).toEqual(['security_notice']);
});
