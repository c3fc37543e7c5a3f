import { expect, test } from 'vitest';

import { openBraked, outcomeOf, press, pressTimes, puzzleIn, solve, tryCode } from './testing-brake.ts';

const MINUTE_MS = 60_000;

test('blocks a visitor for half an hour after 60 requests in an hour, even with a solution', async () => {
  const { shop, clock } = await openBraked();
  const counts = await pressTimes(shop, 'taller', 61);
  expect(counts).toEqual({ url: 6, puzzle_needed: 54, pay_blocked: 1 });
  clock.pass(29 * MINUTE_MS);
  const { status, body } = await press(shop, 'taller');
  expect([status, body.error?.code, body.error?.retryAfter]).toEqual([429, 'pay_blocked', 60]);
  expect(await pressTimes(shop, 'smaller', 1, { address: '203.0.113.8' })).toEqual({ url: 1 });
  clock.pass(31 * MINUTE_MS);
  expect(await pressTimes(shop, 'taller', 1)).toEqual({ url: 1 });
});

test('limits a visitor to 60 checkout requests an hour on all pages', async () => {
  const { shop } = await openBraked();
  await pressTimes(shop, 'taller', 40);
  expect(await pressTimes(shop, 'smaller', 21)).toEqual({ url: 6, puzzle_needed: 14, rate_limited: 1 });
});

test('requires a challenge from everyone after 120 requests a minute on a page, or 600 for a seller', async () => {
  const { shop, clock } = await openBraked();
  // An unknown coupon creates no session but still counts as a checkout request.
  const triesOf = async (slug: string, people: number, from: number) => {
    const counts: Record<string, number> = {};
    for (let one = from; one < from + people; one++) {
      const address = `198.51.${one >> 8}.${one & 255}`;
      const outcome = outcomeOf(await press(shop, slug, { address, appliedCoupon: 'NOPE' }));
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return counts;
  };
  expect(await triesOf('taller', 121, 0)).toEqual({ coupon_invalid: 120, puzzle_needed: 1 });
  const asked = await press(shop, 'taller', { address: '198.51.99.1' });
  expect(asked.body.error?.retryAfter).toBe(60);
  const proof = solve(puzzleIn(asked));
  expect(outcomeOf(await press(shop, 'taller', { address: '198.51.99.1', proof }))).toBe('url');
  for (let pressed = 123; pressed < 600;) {
    clock.pass(MINUTE_MS);
    const most = Math.min(120, 600 - pressed);
    expect(await triesOf('smaller', most, 2000 + pressed)).toEqual({ coupon_invalid: most });
    pressed += most;
  }
  clock.pass(MINUTE_MS);
  expect(await triesOf('taller', 1, 5000)).toEqual({ puzzle_needed: 1 });
});

test('requires a challenge from everyone after 300 coupon attempts an hour on a page, separate from checkout', async () => {
  const { shop } = await openBraked();
  for (let tried = 0; tried < 300; tried++)
    await tryCode(shop, 'taller', { code: 'GUESS', address: `198.51.100.${Math.floor(tried / 10)}` });
  const asked = await tryCode(shop, 'taller', { code: 'SAVE20' });
  expect(asked.body.error).toMatchObject({ code: 'puzzle_needed', title: 'Coupon not applied' });
  const proof = solve(puzzleIn(asked));
  await pressTimes(shop, 'taller', 6);
  expect(outcomeOf(await press(shop, 'taller', { proof }))).toBe('puzzle_needed');
  expect((await tryCode(shop, 'taller', { code: 'SAVE20', proof })).status).toBe(200);
  expect((await tryCode(shop, 'taller', { code: 'SAVE20', proof })).status).toBe(429);
});
