import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';

import { recoveryCodes } from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import {
  listSecurityEvents,
  getAuthLevel,
  signInUser,
  signUpUser,
  signInAgain,
  getAccessToken,
  generateTotpCode,
  signUpWithTotp,
} from '#server/testing/factor-helpers.ts';
import { createTestAuth } from '#server/testing/test-auth.ts';

import { hashRecoveryCode } from './recovery-codes.ts';

const auth = await createTestAuth();

/** A user with a TOTP factor and a set of codes. */
async function signUpWithCodes(target = auth) {
  const testUser = await signUpWithTotp(target);
  const { data, error } = await testUser.client.mfa.recoveryCodes.generate();
  if (error) throw error;
  return { ...testUser, codes: data.codes };
}

test('returns ten codes once and stores hashes', async () => {
  const { client, userId, codes } = await signUpWithCodes();
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z3-9]{5}(-[a-z3-9]{5}){5}$/);
  const status = await client.mfa.recoveryCodes.getStatus();
  expect(status.data).toEqual({ id: userId, type: 'recovery_code', total: 10, remaining: 10 });
  const stored = JSON.stringify(await auth.context.db.select().from(recoveryCodes));
  for (const code of codes) expect(stored).not.toContain(code.slice(0, 5));
});

test('a code replaces the second factor once, in any notation', async () => {
  const { email, userId, codes } = await signUpWithCodes();
  const client = await signInUser(auth, email);
  const events: string[] = [];
  client.onAuthStateChange((event) => events.push(event));
  const writtenCode = ` ${(codes[0] ?? '').toUpperCase().replaceAll('-', ' – ')} `;
  expect((await client.mfa.recoveryCodes.verify({ code: writtenCode })).error).toBeNull();
  expect(await getAuthLevel(client)).toBe('aal2 of aal2');
  expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  expect(decodeJwt(await getAccessToken(client)).amr).toContainEqual(
    expect.objectContaining({ method: 'mfa/recovery_code' }),
  );
  expect((await client.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9);
  const repeatedClient = await signInUser(auth, email);
  const { error } = await repeatedClient.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });
  expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  expect(await getAuthLevel(repeatedClient)).toBe('aal1 of aal2');
  expect(await listSecurityEvents(auth, userId)).toContain('recovery_code_used');
  const mails = await auth.context.db.select().from(outbox);
  const noticeEvents = mails.filter(({ recipient }) => recipient === email).map(({ props }) => props.event);
  expect(noticeEvents).toEqual(expect.arrayContaining(['factor_added', 'recovery_codes_made', 'recovery_code_used']));
});

test('older codes of five groups are valid, too', async () => {
  const { email, userId } = await signUpWithCodes();
  const { context } = auth;
  const [codeHash = ''] = hashRecoveryCode(context, 'k4m9x-7qpa8-wcd3r-tj6ge-x9hmn');
  const createdAt = context.realNow();
  await context.db.insert(recoveryCodes).values({ id: crypto.randomUUID(), userId, codeHash, createdAt, usedAt: null });
  const client = await signInUser(auth, email);
  const code = 'K4M9X7QPA8 WCD3R TJ6GE X9HMN';
  expect((await client.mfa.recoveryCodes.verify({ code })).error).toBeNull();
  expect(await getAuthLevel(client)).toBe('aal2 of aal2');
});

test('a user who lost all factors removes them after using a code', async () => {
  const { email, factorId, codes } = await signUpWithCodes();
  const client = await signInUser(auth, email);
  await client.mfa.recoveryCodes.verify({ code: codes[3] ?? '' });
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  expect(await getAuthLevel(await signInUser(auth, email))).toBe('aal1 of aal1');
});

test('of two concurrent sign-ins with one code, one succeeds', async () => {
  const { email, codes } = await signUpWithCodes();
  const clients = [await signInUser(auth, email), await signInUser(auth, email)];
  const outcomes = await Promise.all(
    clients.map((client) => client.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })),
  );
  expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1);
});

test('codes of another user are invalid', async () => {
  const [firstUser, otherUser] = [await signUpWithCodes(), await signUpWithCodes()];
  const client = await signInUser(auth, firstUser.email);
  const { error } = await client.mfa.recoveryCodes.verify({ code: otherUser.codes[0] ?? '' });
  expect(error?.code).toBe('mfa_verification_failed');
});

test('new codes invalidate the old ones', async () => {
  const { email, client, codes } = await signUpWithCodes();
  expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');
  const { data } = await client.mfa.recoveryCodes.regenerate();
  expect(data?.codes).toHaveLength(10);
  const laterClient = await signInUser(auth, email);
  expect((await laterClient.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error?.code).toBe(
    'mfa_verification_failed',
  );
  expect((await laterClient.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })).error).toBeNull();
});

test('codes require another factor and are deleted with the last one', async () => {
  const { client } = await signUpUser(auth);
  expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({
    status: 422,
    code: 'mfa_recovery_codes_sole_factor',
  });
  expect((await client.mfa.recoveryCodes.regenerate()).error?.code).toBe('mfa_recovery_codes_sole_factor');
  expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
  const testUser = await signUpWithCodes();
  await testUser.client.mfa.unenroll({ factorId: testUser.factorId });
  await testUser.client.refreshSession();
  expect((await testUser.client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found');
});

test('creating and removing codes needs aal2 and recent authentication', async () => {
  const testUser = await signUpWithCodes();
  const { email, client } = testUser;
  const aal1Client = await signInUser(auth, email);
  const actions = (actingClient: typeof client) => {
    const { generate, regenerate, unenroll } = actingClient.mfa.recoveryCodes;
    return [generate, regenerate, unenroll];
  };
  for (const action of actions(aal1Client)) expect((await action()).error?.code).toBe('insufficient_aal');
  expect((await aal1Client.mfa.recoveryCodes.getStatus()).error?.code).toBe('insufficient_aal');
  auth.clock.now += 5 * 60_000;
  for (const action of actions(client)) expect((await action()).error?.code).toBe('reauthentication_needed');
  await signInAgain(auth, testUser);
  expect((await client.mfa.recoveryCodes.unenroll()).error).toBeNull();
  expect((await client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found');
});

test('five wrong codes of any kind lock the second factor for a while; correct ones do not count', async () => {
  const limitedAuth = await createTestAuth('live');
  const { email, factorId, secret, codes } = await signUpWithCodes(limitedAuth);
  limitedAuth.clock.now = Math.ceil(limitedAuth.clock.now / 900_000) * 900_000;
  const client = await signInUser(limitedAuth, email);
  for (const code of codes.slice(0, 7)) {
    expect((await client.mfa.recoveryCodes.verify({ code })).error).toBeNull();
  }
  for (let wrongCode = 0; wrongCode < 3; wrongCode++) await client.mfa.recoveryCodes.verify({ code: 'aaaaa-aaaaa' });
  for (let wrongCode = 0; wrongCode < 2; wrongCode++) await client.mfa.challengeAndVerify({ factorId, code: '000000' });
  expect((await client.mfa.recoveryCodes.verify({ code: codes[8] ?? '' })).error).toMatchObject({
    status: 429,
    code: 'mfa_recovery_codes_locked',
  });
  const code = generateTotpCode(limitedAuth, secret);
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
  });
  limitedAuth.clock.now += 15 * 60_000;
  const laterClient = await signInUser(limitedAuth, email);
  const correct = await laterClient.mfa.challengeAndVerify({
    factorId,
    code: generateTotpCode(limitedAuth, secret),
  });
  expect(correct.error).toBeNull();
});
