import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { recoveryCodes } from '#server/db/schema-accounts.ts';

import { openDoors } from '../auth-testing.ts';
import { recoveryCodeHashes } from './recovery-code.ts';
import {
  eventsOf,
  levelOf,
  signedIn,
  signedUp,
  signInAgain,
  tokenOf,
  totpCode,
  withTotp,
} from './testing-factors.ts';

const doors = await openDoors();

/** A user with a TOTP factor and a set of codes. */
async function withCodes(at = doors) {
  const person = await withTotp(at);
  const { data, error } = await person.client.mfa.recoveryCodes.generate();
  if (error) throw error;
  return { ...person, codes: data.codes };
}

test('returns ten codes once and stores hashes', async () => {
  const { client, userId, codes } = await withCodes();
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z3-9]{5}(-[a-z3-9]{5}){5}$/);
  const status = await client.mfa.recoveryCodes.getStatus();
  expect(status.data).toEqual({ id: userId, type: 'recovery_code', total: 10, remaining: 10 });
  const kept = JSON.stringify(await doors.context.db.select().from(recoveryCodes));
  for (const code of codes) expect(kept).not.toContain(code.slice(0, 5));
});

test('a code replaces the second factor once, in any notation', async () => {
  const { email, userId, codes } = await withCodes();
  const client = await signedIn(doors, email);
  const events: string[] = [];
  client.onAuthStateChange((event) => events.push(event));
  const written = ` ${(codes[0] ?? '').toUpperCase().replaceAll('-', ' – ')} `;
  expect((await client.mfa.recoveryCodes.verify({ code: written })).error).toBeNull();
  expect(await levelOf(client)).toBe('aal2 of aal2');
  expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  expect(decodeJwt(await tokenOf(client)).amr).toContainEqual(
    expect.objectContaining({ method: 'mfa/recovery_code' }),
  );
  expect((await client.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9);
  const again = await signedIn(doors, email);
  const { error } = await again.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });
  expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  expect(await levelOf(again)).toBe('aal1 of aal2');
  expect(await eventsOf(doors, userId)).toContain('recovery_code_used');
  const mails = await doors.context.db.select().from(outbox);
  const told = mails.filter(({ recipient }) => recipient === email).map(({ props }) => props.event);
  expect(told).toEqual(expect.arrayContaining(['factor_added', 'recovery_codes_made', 'recovery_code_used']));
});

test('older codes of five groups are valid, too', async () => {
  const { email, userId } = await withCodes();
  const { context } = doors;
  const [codeHash = ''] = recoveryCodeHashes(context, 'k4m9x-7qpa8-wcd3r-tj6ge-x9hmn');
  const createdAt = context.realNow();
  await context.db
    .insert(recoveryCodes)
    .values({ id: crypto.randomUUID(), userId, codeHash, createdAt, usedAt: null });
  const client = await signedIn(doors, email);
  const code = 'K4M9X7QPA8 WCD3R TJ6GE X9HMN';
  expect((await client.mfa.recoveryCodes.verify({ code })).error).toBeNull();
  expect(await levelOf(client)).toBe('aal2 of aal2');
});

test('a user who lost all factors removes them after using a code', async () => {
  const { email, factorId, codes } = await withCodes();
  const client = await signedIn(doors, email);
  await client.mfa.recoveryCodes.verify({ code: codes[3] ?? '' });
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  expect(await levelOf(await signedIn(doors, email))).toBe('aal1 of aal1');
});

test('of two concurrent sign-ins with one code, one succeeds', async () => {
  const { email, codes } = await withCodes();
  const two = [await signedIn(doors, email), await signedIn(doors, email)];
  const outcomes = await Promise.all(
    two.map((client) => client.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })),
  );
  expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1);
});

test('codes of another user are invalid', async () => {
  const [one, other] = [await withCodes(), await withCodes()];
  const client = await signedIn(doors, one.email);
  const { error } = await client.mfa.recoveryCodes.verify({ code: other.codes[0] ?? '' });
  expect(error?.code).toBe('mfa_verification_failed');
});

test('new codes invalidate the old ones', async () => {
  const { email, client, codes } = await withCodes();
  expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');
  const { data } = await client.mfa.recoveryCodes.regenerate();
  expect(data?.codes).toHaveLength(10);
  const later = await signedIn(doors, email);
  expect((await later.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error?.code).toBe(
    'mfa_verification_failed',
  );
  expect((await later.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })).error).toBeNull();
});

test('codes require another factor and are deleted with the last one', async () => {
  const { client } = await signedUp(doors);
  expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({
    status: 422,
    code: 'mfa_recovery_codes_sole_factor',
  });
  expect((await client.mfa.recoveryCodes.regenerate()).error?.code).toBe('mfa_recovery_codes_sole_factor');
  expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
  const person = await withCodes();
  await person.client.mfa.unenroll({ factorId: person.factorId });
  await person.client.refreshSession();
  expect((await person.client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found');
});

test('creating and removing codes needs aal2 and recent authentication', async () => {
  const person = await withCodes();
  const { email, client } = person;
  const firstLevel = await signedIn(doors, email);
  const acts = (by: typeof client) => {
    const { generate, regenerate, unenroll } = by.mfa.recoveryCodes;
    return [generate, regenerate, unenroll];
  };
  for (const act of acts(firstLevel)) expect((await act()).error?.code).toBe('insufficient_aal');
  expect((await firstLevel.mfa.recoveryCodes.getStatus()).error?.code).toBe('insufficient_aal');
  doors.clock.now += 5 * 60_000;
  for (const act of acts(client)) expect((await act()).error?.code).toBe('reauthentication_needed');
  await signInAgain(doors, person);
  expect((await client.mfa.recoveryCodes.unenroll()).error).toBeNull();
  expect((await client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found');
});

test('five wrong codes of any kind lock the second factor for a while; correct ones do not count', async () => {
  const limited = await openDoors('live');
  const { email, factorId, secret, codes } = await withCodes(limited);
  limited.clock.now = Math.ceil(limited.clock.now / 900_000) * 900_000;
  const client = await signedIn(limited, email);
  for (const code of codes.slice(0, 7)) {
    expect((await client.mfa.recoveryCodes.verify({ code })).error).toBeNull();
  }
  for (let wrong = 0; wrong < 3; wrong++) await client.mfa.recoveryCodes.verify({ code: 'aaaaa-aaaaa' });
  for (let wrong = 0; wrong < 2; wrong++) await client.mfa.challengeAndVerify({ factorId, code: '000000' });
  expect((await client.mfa.recoveryCodes.verify({ code: codes[8] ?? '' })).error).toMatchObject({
    status: 429,
    code: 'mfa_recovery_codes_locked',
  });
  const code = totpCode(limited, secret);
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
  });
  limited.clock.now += 15 * 60_000;
  const later = await signedIn(limited, email);
  const right = await later.mfa.challengeAndVerify({ factorId, code: totpCode(limited, secret) });
  expect(right.error).toBeNull();
});
