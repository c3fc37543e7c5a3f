import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { listAuditEntries } from '#server/audit/record-audit.ts';
import { captureLog } from '#server/testing/captured-log.ts';
import { authClient, createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { confirmAddress } from '../testing/take-mail.ts';

const PASSWORD = 'correct horse';

/** The log entries of sign-in tries, without time and request id. */
const listSignInEntries = (lines: (msg: string) => Record<string, unknown>[]) =>
  lines('sign_in').map(({ outcome, method, user, code }) => ({ outcome, method, user, code }));

const listAuditFacts = async ({ context }: TestApp) => {
  const query = { sellerId: null, action: 'signed_in', since: null, limit: 100 } as const;
  return (await listAuditEntries(context.db, query)).toReversed().map(({ facts }) => facts);
};

test('logs each sign-in try with method, outcome and user, and never what was typed', async () => {
  const { log, lines, text } = captureLog();
  const app = await createTestApp({ log });
  const { email, session } = await app.signUpSeller();
  const user = session.user.id;
  const client = authClient(app.request);
  for (let time = 0; time < 3; time++) await client.signInWithPassword({ email, password: 'a guess' });
  await client.signInWithPassword({ email: 'unknown@example.com', password: 'a guess' });
  await client.signInWithPassword({ email, password: PASSWORD });
  await client.verifyOtp({ type: 'email', token_hash: 'no such token' });
  const failedEntry = { outcome: 'failed', method: 'password', user, code: 'invalid_credentials' };
  expect(listSignInEntries(lines)).toEqual([
    { outcome: 'passed', method: 'password', user, code: undefined },
    failedEntry,
    failedEntry,
    failedEntry,
    { ...failedEntry, user: undefined },
    { outcome: 'passed', method: 'password', user, code: undefined },
    { outcome: 'failed', method: 'otp', user: undefined, code: 'otp_expired' },
  ]);
  const ids = lines('sign_in').map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(lines('request').map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(text()).not.toMatch(/@|a guess|correct horse|\[address\]/);
  expect(await listAuditFacts(app)).toMatchObject([
    { kind: 'signed_up', method: 'password' },
    { kind: 'signed_in', method: 'password' },
  ]);
});

test('logs and audits a second factor with its method, successful or not', async () => {
  const { log, lines } = captureLog();
  const app = await createTestApp({ log });
  const { email, session } = await app.signUpSeller();
  const user = session.user.id;
  await confirmAddress(app.context, user);
  const client = authClient(app.request);
  await client.signInWithPassword({ email, password: PASSWORD });
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
  const factorId = data?.id ?? '';
  const code = () =>
    new TOTP({ secret: data?.totp.secret ?? '' }).generate({ timestamp: app.context.realNow().getTime() });
  expect((await client.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull();
  app.advance(30_000);
  await client.signInWithPassword({ email, password: PASSWORD });
  await client.mfa.challengeAndVerify({ factorId, code: '000000' });
  expect((await client.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull();
  expect(listSignInEntries(lines).slice(-3)).toEqual([
    { outcome: 'passed', method: 'password', user, code: undefined },
    { outcome: 'failed', method: 'totp', user, code: 'mfa_verification_failed' },
    { outcome: 'passed', method: 'totp', user, code: undefined },
  ]);
  expect((await listAuditFacts(app)).at(-1)).toMatchObject({ kind: 'second_step', method: 'totp' });
});

test('logs reauthentication, too', async () => {
  const { log, lines } = captureLog();
  const app = await createTestApp({ log });
  const seller = await app.signUpSeller();
  const user = seller.session.user.id;
  for (const password of ['a guess', PASSWORD]) await seller.rpc('confirm-identity', { password });
  expect(listSignInEntries(lines).slice(-2)).toMatchObject([
    { outcome: 'failed', method: 'password', user },
    { outcome: 'passed', method: 'password', user },
  ]);
});
