import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { listAuditEntries } from '#server/db/audit-entries.ts';
import { openLines } from '#server/testing-log.ts';
import { authClient, openShop, type TestShop } from '#server/testing.ts';

import { confirmAddress } from './testing-mailbox.ts';

const PASSWORD = 'correct horse';

/** The log entries of sign-in tries, without time and request id. */
const triesIn = (lines: (msg: string) => Record<string, unknown>[]) =>
  lines('sign-in').map(({ outcome, method, user, code }) => ({ outcome, method, user, code }));

const entriesOf = async ({ context }: TestShop) => {
  const wish = { sellerId: null, act: 'signed_in', since: null, most: 100 } as const;
  return (await listAuditEntries(context.db, wish)).toReversed().map(({ facts }) => facts);
};

test('logs each sign-in try with method, outcome and user, and never what was typed', async () => {
  const { log, lines, text } = openLines();
  const shop = await openShop({ log });
  const { email, session } = await shop.seller();
  const user = session.user.id;
  const auth = authClient(shop.request);
  for (let time = 0; time < 3; time++) await auth.signInWithPassword({ email, password: 'a guess' });
  await auth.signInWithPassword({ email: 'unknown@example.com', password: 'a guess' });
  await auth.signInWithPassword({ email, password: PASSWORD });
  await auth.verifyOtp({ type: 'email', token_hash: 'no such token' });
  const wrong = { outcome: 'failed', method: 'password', user, code: 'invalid_credentials' };
  expect(triesIn(lines)).toEqual([
    { outcome: 'passed', method: 'password', user, code: undefined },
    wrong,
    wrong,
    wrong,
    { ...wrong, user: undefined },
    { outcome: 'passed', method: 'password', user, code: undefined },
    { outcome: 'failed', method: 'otp', user: undefined, code: 'otp_expired' },
  ]);
  const ids = lines('sign-in').map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(lines('request').map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(text()).not.toMatch(/@|a guess|correct horse|\[address\]/);
  expect(await entriesOf(shop)).toMatchObject([
    { kind: 'signed_up', method: 'password' },
    { kind: 'signed_in', method: 'password' },
  ]);
});

test('logs and audits a second factor with its method, successful or not', async () => {
  const { log, lines } = openLines();
  const shop = await openShop({ log });
  const { email, session } = await shop.seller();
  const user = session.user.id;
  await confirmAddress(shop.context, user);
  const auth = authClient(shop.request);
  await auth.signInWithPassword({ email, password: PASSWORD });
  const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
  const factorId = data?.id ?? '';
  const code = () =>
    new TOTP({ secret: data?.totp.secret ?? '' }).generate({ timestamp: shop.context.realNow().getTime() });
  expect((await auth.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull();
  shop.advance(30_000);
  await auth.signInWithPassword({ email, password: PASSWORD });
  await auth.mfa.challengeAndVerify({ factorId, code: '000000' });
  expect((await auth.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull();
  expect(triesIn(lines).slice(-3)).toEqual([
    { outcome: 'passed', method: 'password', user, code: undefined },
    { outcome: 'failed', method: 'totp', user, code: 'mfa_verification_failed' },
    { outcome: 'passed', method: 'totp', user, code: undefined },
  ]);
  expect((await entriesOf(shop)).at(-1)).toMatchObject({ kind: 'second_step', method: 'totp' });
});

test('logs reauthentication, too', async () => {
  const { log, lines } = openLines();
  const shop = await openShop({ log });
  const seller = await shop.seller();
  const user = seller.session.user.id;
  for (const password of ['a guess', PASSWORD]) await seller.call('confirm-identity', { password });
  expect(triesIn(lines).slice(-2)).toMatchObject([
    { outcome: 'failed', method: 'password', user },
    { outcome: 'passed', method: 'password', user },
  ]);
});
