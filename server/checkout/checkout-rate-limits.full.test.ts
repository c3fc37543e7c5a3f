import { expect, test } from 'vitest';

import { MINUTE_MS } from '#domain/time-units.ts';

import {
  createRateLimitedApp,
  outcomeOf,
  requestCheckout,
  requestCheckouts,
  challengeIn,
  solveChallenge,
  applyCode,
} from '../testing/card-fraud.ts';

test('blocks a visitor for half an hour after 60 requests in an hour, even with a solution', async () => {
  const { app, clock } = await createRateLimitedApp();
  const counts = await requestCheckouts(app, 'taller', 61);
  expect(counts).toEqual({ url: 6, puzzle_needed: 54, pay_blocked: 1 });
  clock.advance(29 * MINUTE_MS);
  const { status, body } = await requestCheckout(app, 'taller');
  expect([status, body.error?.code, body.error?.retryAfter]).toEqual([429, 'pay_blocked', 60]);
  expect(await requestCheckouts(app, 'smaller', 1, { address: '203.0.113.8' })).toEqual({ url: 1 });
  clock.advance(31 * MINUTE_MS);
  expect(await requestCheckouts(app, 'taller', 1)).toEqual({ url: 1 });
});

test('limits a visitor to 60 checkout requests an hour on all pages', async () => {
  const { app } = await createRateLimitedApp();
  await requestCheckouts(app, 'taller', 40);
  expect(await requestCheckouts(app, 'smaller', 21)).toEqual({ url: 6, puzzle_needed: 14, rate_limited: 1 });
});

test(
  'requires a challenge from everyone after 120 requests a minute on a page, or 600 for a seller',
  { timeout: 180_000 },
  async () => {
    const { app, clock } = await createRateLimitedApp();
    // An unknown coupon creates no session but still counts as a checkout request.
    const requestFromMany = async (slug: string, visitorCount: number, firstIndex: number) => {
      const counts: Record<string, number> = {};
      for (let index = firstIndex; index < firstIndex + visitorCount; index++) {
        const address = `198.51.${index >> 8}.${index & 255}`;
        const outcome = outcomeOf(await requestCheckout(app, slug, { address, appliedCoupon: 'NOPE' }));
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
      return counts;
    };
    expect(await requestFromMany('taller', 121, 0)).toEqual({ coupon_invalid: 120, puzzle_needed: 1 });
    const challenged = await requestCheckout(app, 'taller', { address: '198.51.99.1' });
    expect(challenged.body.error?.retryAfter).toBe(60);
    const proof = await solveChallenge(challengeIn(challenged));
    expect(outcomeOf(await requestCheckout(app, 'taller', { address: '198.51.99.1', proof }))).toBe('url');
    for (let requestCount = 123; requestCount < 600;) {
      clock.advance(MINUTE_MS);
      const batchSize = Math.min(120, 600 - requestCount);
      expect(await requestFromMany('smaller', batchSize, 2000 + requestCount)).toEqual({
        coupon_invalid: batchSize,
      });
      requestCount += batchSize;
    }
    clock.advance(MINUTE_MS);
    expect(await requestFromMany('taller', 1, 5000)).toEqual({ puzzle_needed: 1 });
  },
);

test('requires a challenge from everyone after 300 coupon attempts an hour on a page, separate from checkout', async () => {
  const { app } = await createRateLimitedApp();
  for (let index = 0; index < 300; index++)
    await applyCode(app, 'taller', { code: 'GUESS', address: `198.51.100.${Math.floor(index / 10)}` });
  const challenged = await applyCode(app, 'taller', { code: 'SAVE20' });
  expect(challenged.body.error).toMatchObject({ code: 'puzzle_needed', title: 'Coupon not applied' });
  const proof = await solveChallenge(challengeIn(challenged));
  await requestCheckouts(app, 'taller', 6);
  expect(outcomeOf(await requestCheckout(app, 'taller', { proof }))).toBe('puzzle_needed');
  expect((await applyCode(app, 'taller', { code: 'SAVE20', proof })).status).toBe(200);
  expect((await applyCode(app, 'taller', { code: 'SAVE20', proof })).status).toBe(429);
});
