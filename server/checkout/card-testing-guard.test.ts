import { count, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#domain/time-units.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import {
  increaseCounters,
  createRateLimitedApp,
  outcomeOf,
  requestCheckout,
  requestCheckouts,
  challengeIn,
  solveChallenge,
  applyCode,
} from '../testing/card-fraud.ts';

const countSessions = async ({ context: { db } }: TestApp): Promise<number> => {
  const [row] = await db.select({ made: count() }).from(checkoutAttempts).where(isNotNull(checkoutAttempts.sessionId));
  return row?.made ?? 0;
};

test('allows six checkout requests a minute, then requires a challenge from this visitor on this page only', async () => {
  const { app, clock } = await createRateLimitedApp();
  expect(await requestCheckouts(app, 'taller', 7)).toEqual({ url: 6, puzzle_needed: 1 });
  expect(await requestCheckouts(app, 'taller', 1, { address: '203.0.113.8' })).toEqual({ url: 1 });
  expect(await requestCheckouts(app, 'smaller', 1)).toEqual({ url: 1 });
  clock.advance(MINUTE_MS);
  expect(await requestCheckouts(app, 'taller', 1)).toEqual({ url: 1 });
});

test('allows 20 checkout requests an hour and continues after a solved challenge', async () => {
  const { app, clock } = await createRateLimitedApp();
  for (let minute = 0; minute < 5; minute++) {
    expect(await requestCheckouts(app, 'taller', 4)).toEqual({ url: 4 });
    clock.advance(MINUTE_MS);
  }
  const challenged = await requestCheckout(app, 'taller');
  expect([challenged.status, outcomeOf(challenged)]).toEqual([429, 'puzzle_needed']);
  expect(challenged.body.error).toMatchObject({
    title: 'Checkout failed',
    message: 'Too many attempts. Try again in 55 minutes.',
    retryAfter: 55 * 60,
  });
  expect(
    outcomeOf(await requestCheckout(app, 'taller', { proof: await solveChallenge(challengeIn(challenged)) })),
  ).toBe('url');
  expect(await countSessions(app)).toBe(21);
});

test('accepts a solution once, in time, and only for its visitor, page and action', async () => {
  const { app, clock } = await createRateLimitedApp();
  await requestCheckouts(app, 'taller', 6);
  await requestCheckouts(app, 'smaller', 6);
  await requestCheckouts(app, 'taller', 6, { address: '203.0.113.8' });
  const challenged = challengeIn(await requestCheckout(app, 'taller'));
  const proof = await solveChallenge(challenged);
  const { challenge, solution } = JSON.parse(atob(proof));
  const withParameters = (parameters: object) => ({
    challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } },
    solution,
  });
  const { derivedKey, counter } = solution;
  const invalidProofs = [
    { challenge, solution: { derivedKey: `${derivedKey.slice(0, -1)}${derivedKey.endsWith('0') ? 1 : 0}`, counter } },
    { challenge, solution: { counter } },
    { challenge },
    { challenge: { ...challenge, signature: `0${challenge.signature.slice(1)}1` }, solution },
    { challenge: { parameters: challenge.parameters }, solution },
    withParameters({ nonce: challenge.parameters.salt }),
    withParameters({ keyPrefix: '00', keySignature: undefined }),
    withParameters({ data: { expiresAtMs: challenge.parameters.data.expiresAtMs + 1 } }),
    withParameters({ data: {} }),
    null,
  ].map((payload) => btoa(JSON.stringify(payload)));
  invalidProofs.push(proof.slice(0, -8), 'nonsense', '');
  for (const invalidProof of invalidProofs)
    expect([invalidProof, outcomeOf(await requestCheckout(app, 'taller', { proof: invalidProof }))]).toEqual([
      invalidProof,
      'puzzle_needed',
    ]);
  expect(outcomeOf(await requestCheckout(app, 'smaller', { proof }))).toBe('puzzle_needed');
  expect(outcomeOf(await requestCheckout(app, 'taller', { proof, address: '203.0.113.8' }))).toBe('puzzle_needed');
  expect(outcomeOf(await requestCheckout(app, 'taller', { proof }))).toBe('url');
  expect(outcomeOf(await requestCheckout(app, 'taller', { proof }))).toBe('puzzle_needed');
  const lateProof = await solveChallenge(challengeIn(await requestCheckout(app, 'smaller')));
  clock.advance(11 * MINUTE_MS);
  await requestCheckouts(app, 'smaller', 6);
  expect(outcomeOf(await requestCheckout(app, 'smaller', { proof: lateProof }))).toBe('puzzle_needed');
});

test('accepts one of 20 concurrent requests with the same solution', async () => {
  const { app } = await createRateLimitedApp();
  await requestCheckouts(app, 'taller', 6);
  const proof = await solveChallenge(challengeIn(await requestCheckout(app, 'taller')));
  const responses = await Promise.all(Array.from({ length: 20 }, () => requestCheckout(app, 'taller', { proof })));
  expect(responses.filter((response) => outcomeOf(response) === 'url')).toHaveLength(1);
});

test('blocks a visitor for half an hour after 60 requests in an hour, even with a solution', async () => {
  const { app, clock } = await createRateLimitedApp();
  expect(await requestCheckouts(app, 'taller', 8)).toEqual({ url: 6, puzzle_needed: 2 });
  await increaseCounters(app, 'pay-hour', 51);
  expect(await requestCheckouts(app, 'taller', 2)).toEqual({ puzzle_needed: 1, pay_blocked: 1 });
  clock.advance(29 * MINUTE_MS);
  const { status, body } = await requestCheckout(app, 'taller');
  expect([status, body.error?.code, body.error?.retryAfter]).toEqual([429, 'pay_blocked', 60]);
  expect(await requestCheckouts(app, 'smaller', 1, { address: '203.0.113.8' })).toEqual({ url: 1 });
  clock.advance(31 * MINUTE_MS);
  expect(await requestCheckouts(app, 'taller', 1)).toEqual({ url: 1 });
});

test('limits a visitor to 60 checkout requests an hour on all pages', async () => {
  const { app } = await createRateLimitedApp();
  await requestCheckouts(app, 'taller', 2);
  await increaseCounters(app, 'pay-all', 51);
  expect(await requestCheckouts(app, 'smaller', 8)).toEqual({ url: 6, puzzle_needed: 1, rate_limited: 1 });
});

test('requires a challenge from everyone after 120 requests a minute on a page, or 600 for a seller', async () => {
  const { app, clock } = await createRateLimitedApp();
  // An unknown coupon creates no session but still counts as a checkout request.
  const requestFrom = async (address: string, slug = 'taller') =>
    outcomeOf(await requestCheckout(app, slug, { address, appliedCoupon: 'NOPE' }));
  expect(await requestFrom('198.51.0.1')).toBe('coupon_invalid');
  await increaseCounters(app, 'pay-page', 118);
  expect(await requestFrom('198.51.0.2')).toBe('coupon_invalid');
  expect(await requestFrom('198.51.0.3')).toBe('puzzle_needed');
  const challenged = await requestCheckout(app, 'taller', { address: '198.51.99.1' });
  expect(challenged.body.error?.retryAfter).toBe(60);
  const proof = await solveChallenge(challengeIn(challenged));
  expect(outcomeOf(await requestCheckout(app, 'taller', { address: '198.51.99.1', proof }))).toBe('url');
  clock.advance(MINUTE_MS);
  await increaseCounters(app, 'pay-seller', 594);
  expect(await requestFrom('198.51.0.4', 'smaller')).toBe('coupon_invalid');
  expect(await requestFrom('198.51.0.5')).toBe('puzzle_needed');
});

test('requires a challenge from everyone after 300 coupon attempts an hour on a page, separate from checkout', async () => {
  const { app } = await createRateLimitedApp();
  await applyCode(app, 'taller', { code: 'GUESS', address: '198.51.100.1' });
  await increaseCounters(app, 'coupon-page', 298);
  expect((await applyCode(app, 'taller', { code: 'GUESS' })).body.error?.code).toBe('coupon_invalid');
  const challenged = await applyCode(app, 'taller', { code: 'SAVE20' });
  expect(challenged.body.error).toMatchObject({ code: 'puzzle_needed', title: 'Coupon not applied' });
  const proof = await solveChallenge(challengeIn(challenged));
  await requestCheckouts(app, 'taller', 6);
  expect(outcomeOf(await requestCheckout(app, 'taller', { proof }))).toBe('puzzle_needed');
  expect((await applyCode(app, 'taller', { code: 'SAVE20', proof })).status).toBe(200);
  expect((await applyCode(app, 'taller', { code: 'SAVE20', proof })).status).toBe(429);
});

test('multiplies the limits by 100 in the sandbox and requires nothing without limits', async () => {
  for (const RATE_LIMITS of ['wide', 'off']) {
    const app = await createTestApp({ env: { RATE_LIMITS } });
    await (await app.signUpSeller()).publishPage({}, 'taller');
    expect(await requestCheckouts(app, 'taller', 10)).toEqual({ url: 10 });
  }
});
