import { count, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { attempts } from '#server/db/schema-money.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import {
  countMore,
  openBraked,
  outcomeOf,
  press,
  pressTimes,
  puzzleIn,
  solve,
  tryCode,
} from './testing-brake.ts';

const MINUTE_MS = 60_000;

const sessions = async ({ context: { db } }: TestShop): Promise<number> => {
  const [row] = await db.select({ made: count() }).from(attempts).where(isNotNull(attempts.sessionId));
  return row?.made ?? 0;
};

test('allows six checkout requests a minute, then requires a challenge from this visitor on this page only', async () => {
  const { shop, clock } = await openBraked();
  expect(await pressTimes(shop, 'taller', 7)).toEqual({ url: 6, puzzle_needed: 1 });
  expect(await pressTimes(shop, 'taller', 1, { address: '203.0.113.8' })).toEqual({ url: 1 });
  expect(await pressTimes(shop, 'smaller', 1)).toEqual({ url: 1 });
  clock.pass(MINUTE_MS);
  expect(await pressTimes(shop, 'taller', 1)).toEqual({ url: 1 });
});

test('allows 20 checkout requests an hour and continues after a solved challenge', async () => {
  const { shop, clock } = await openBraked();
  for (let minute = 0; minute < 5; minute++) {
    expect(await pressTimes(shop, 'taller', 4)).toEqual({ url: 4 });
    clock.pass(MINUTE_MS);
  }
  const asked = await press(shop, 'taller');
  expect([asked.status, outcomeOf(asked)]).toEqual([429, 'puzzle_needed']);
  expect(asked.body.error).toMatchObject({
    title: 'Checkout failed',
    message: 'That was very often in a short time. Please try again in 55 minutes.',
    retryAfter: 55 * 60,
  });
  expect(outcomeOf(await press(shop, 'taller', { proof: solve(puzzleIn(asked)) }))).toBe('url');
  expect(await sessions(shop)).toBe(21);
});

test('accepts a solution once, in time, and only for its visitor, page and action', async () => {
  const { shop, clock } = await openBraked();
  await pressTimes(shop, 'taller', 6);
  await pressTimes(shop, 'smaller', 6);
  await pressTimes(shop, 'taller', 6, { address: '203.0.113.8' });
  const asked = puzzleIn(await press(shop, 'taller'));
  const proof = solve(asked);
  const [question = '', numbers = ''] = proof.split('~');
  const wrong = [
    `${question}~${numbers.replace(/\d+$/, '1')}`,
    `${question}~${numbers.replace(/\.\d+$/, '')}`,
    `${question}~`,
    `${question.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}~${numbers}`,
    `${question.slice(0, -1)}~${numbers}`,
    question,
    '~',
    '',
    'nonsense',
  ];
  for (const one of wrong)
    expect([one, outcomeOf(await press(shop, 'taller', { proof: one }))]).toEqual([one, 'puzzle_needed']);
  expect(outcomeOf(await press(shop, 'smaller', { proof }))).toBe('puzzle_needed');
  expect(outcomeOf(await press(shop, 'taller', { proof, address: '203.0.113.8' }))).toBe('puzzle_needed');
  expect(outcomeOf(await press(shop, 'taller', { proof }))).toBe('url');
  expect(outcomeOf(await press(shop, 'taller', { proof }))).toBe('puzzle_needed');
  const late = solve(puzzleIn(await press(shop, 'smaller')));
  clock.pass(11 * MINUTE_MS);
  await pressTimes(shop, 'smaller', 6);
  expect(outcomeOf(await press(shop, 'smaller', { proof: late }))).toBe('puzzle_needed');
});

test('accepts one of 20 concurrent requests with the same solution', async () => {
  const { shop } = await openBraked();
  await pressTimes(shop, 'taller', 6);
  const proof = solve(puzzleIn(await press(shop, 'taller')));
  const all = await Promise.all(Array.from({ length: 20 }, () => press(shop, 'taller', { proof })));
  expect(all.filter((one) => outcomeOf(one) === 'url')).toHaveLength(1);
});

test('blocks a visitor for half an hour after 60 requests in an hour, even with a solution', async () => {
  const { shop, clock } = await openBraked();
  expect(await pressTimes(shop, 'taller', 8)).toEqual({ url: 6, puzzle_needed: 2 });
  await countMore(shop, 'pay-hour', 51);
  expect(await pressTimes(shop, 'taller', 2)).toEqual({ puzzle_needed: 1, pay_blocked: 1 });
  clock.pass(29 * MINUTE_MS);
  const { status, body } = await press(shop, 'taller');
  expect([status, body.error?.code, body.error?.retryAfter]).toEqual([429, 'pay_blocked', 60]);
  expect(await pressTimes(shop, 'smaller', 1, { address: '203.0.113.8' })).toEqual({ url: 1 });
  clock.pass(31 * MINUTE_MS);
  expect(await pressTimes(shop, 'taller', 1)).toEqual({ url: 1 });
});

test('limits a visitor to 60 checkout requests an hour on all pages', async () => {
  const { shop } = await openBraked();
  await pressTimes(shop, 'taller', 2);
  await countMore(shop, 'pay-all', 51);
  expect(await pressTimes(shop, 'smaller', 8)).toEqual({ url: 6, puzzle_needed: 1, rate_limited: 1 });
});

test('requires a challenge from everyone after 120 requests a minute on a page, or 600 for a seller', async () => {
  const { shop, clock } = await openBraked();
  // An unknown coupon creates no session but still counts as a checkout request.
  const pressFrom = async (address: string, slug = 'taller') =>
    outcomeOf(await press(shop, slug, { address, appliedCoupon: 'NOPE' }));
  expect(await pressFrom('198.51.0.1')).toBe('coupon_invalid');
  await countMore(shop, 'pay-page', 118);
  expect(await pressFrom('198.51.0.2')).toBe('coupon_invalid');
  expect(await pressFrom('198.51.0.3')).toBe('puzzle_needed');
  const asked = await press(shop, 'taller', { address: '198.51.99.1' });
  expect(asked.body.error?.retryAfter).toBe(60);
  const proof = solve(puzzleIn(asked));
  expect(outcomeOf(await press(shop, 'taller', { address: '198.51.99.1', proof }))).toBe('url');
  clock.pass(MINUTE_MS);
  await countMore(shop, 'pay-seller', 594);
  expect(await pressFrom('198.51.0.4', 'smaller')).toBe('coupon_invalid');
  expect(await pressFrom('198.51.0.5')).toBe('puzzle_needed');
});

test('requires a challenge from everyone after 300 coupon attempts an hour on a page, separate from checkout', async () => {
  const { shop } = await openBraked();
  await tryCode(shop, 'taller', { code: 'GUESS', address: '198.51.100.1' });
  await countMore(shop, 'coupon-page', 298);
  expect((await tryCode(shop, 'taller', { code: 'GUESS' })).body.error?.code).toBe('coupon_invalid');
  const asked = await tryCode(shop, 'taller', { code: 'SAVE20' });
  expect(asked.body.error).toMatchObject({ code: 'puzzle_needed', title: 'Coupon not applied' });
  const proof = solve(puzzleIn(asked));
  await pressTimes(shop, 'taller', 6);
  expect(outcomeOf(await press(shop, 'taller', { proof }))).toBe('puzzle_needed');
  expect((await tryCode(shop, 'taller', { code: 'SAVE20', proof })).status).toBe(200);
  expect((await tryCode(shop, 'taller', { code: 'SAVE20', proof })).status).toBe(429);
});

test('multiplies the limits by 100 in the sandbox and requires nothing without limits', async () => {
  for (const RATE_LIMITS of ['wide', 'off']) {
    const shop = await openShop({ env: { RATE_LIMITS } });
    await (await shop.seller()).publish({}, 'taller');
    expect(await pressTimes(shop, 'taller', 10)).toEqual({ url: 10 });
  }
});
