import { expect, test } from 'vitest';

import { hashesBegun } from '#server/auth/passwords.ts';
import { openShop, TEST_ORIGIN, type TestShop } from '#server/testing.ts';
import { cameFrom } from '#server/testing-peer.ts';

const QUARTER_MS = 15 * 60_000;
const HOME = '203.0.113.7';
const PASSWORD = 'correct horse';

async function openAtRest() {
  const clock = { now: Math.ceil(Date.now() / QUARTER_MS) * QUARTER_MS };
  const shop = await openShop({ env: { RATE_LIMITS: 'live' }, realNow: () => new Date(clock.now) });
  return { shop, clock };
}

const post = async (shop: TestShop, door: string, address: string, body: object) =>
  shop.fetch(
    new Request(`${TEST_ORIGIN}/auth/v1/${door}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    cameFrom(address),
  );
const signIn = (shop: TestShop, address: string, email: string, password = 'a guess') =>
  post(shop, 'token?grant_type=password', address, { email, password });

/** How many hashes so many guesses, spread over most of a quarter of an hour, make us work on. */
async function hashesFor(
  { shop, clock }: Awaited<ReturnType<typeof openAtRest>>,
  guesses: number,
  guess: (index: number) => { address: string; email: string },
): Promise<number> {
  const before = hashesBegun();
  for (let index = 0; index < guesses; index += 1) {
    const { address, email } = guess(index);
    const { status } = await signIn(shop, address, email);
    if (status !== 400 && status !== 429) throw new Error(`A guess was answered ${status}`);
    clock.now += (QUARTER_MS * 0.9) / guesses;
  }
  return hashesBegun() - before;
}

test('a thousand guesses from one place are worth ten, and keep nobody out elsewhere', async () => {
  const world = await openAtRest();
  const { email } = await world.shop.seller();
  expect(await hashesFor(world, 1000, () => ({ address: '198.51.100.1', email }))).toBeLessThanOrEqual(10);
  expect((await signIn(world.shop, HOME, email, PASSWORD)).status).toBe(200);
});

test('guesses from a hundred places are worth fifty, and keep nobody out where they were lately', async () => {
  const world = await openAtRest();
  const { email } = await world.shop.seller();
  expect((await signIn(world.shop, HOME, email, PASSWORD)).status).toBe(200);
  const guessed = await hashesFor(world, 300, (index) => ({ address: `198.51.100.${index % 100}`, email }));
  expect(guessed).toBeLessThanOrEqual(50);
  expect((await signIn(world.shop, '192.0.2.1', email, PASSWORD)).status).toBe(429);
  expect((await signIn(world.shop, HOME, email, PASSWORD)).status).toBe(200);
  world.clock.now += QUARTER_MS;
  expect((await signIn(world.shop, '192.0.2.1', email, PASSWORD)).status).toBe(200);
});

test('one guess at each of a thousand addresses is worth fifty from one place', async () => {
  const world = await openAtRest();
  const guessed = await hashesFor(world, 1000, (index) => ({
    address: '198.51.100.1',
    email: `buyer-${index}@example.com`,
  }));
  expect(guessed).toBeLessThanOrEqual(50);
});
