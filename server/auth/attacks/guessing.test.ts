import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { hashesBegun } from '#server/auth/passwords.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { users } from '#server/db/schema-people.ts';
import { openShop, TEST_ORIGIN, type TestShop } from '#server/testing.ts';
import { cameFrom } from '#server/testing-peer.ts';
import { shortOrFull } from '#server/testing-scale.ts';

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

/** Number of hashes that the given guesses, spread over most of 15 minutes, cause. */
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

test('checks ten of many guesses from one IP address, and the user can sign in from elsewhere', async () => {
  const world = await openAtRest();
  const { email } = await world.shop.seller();
  expect(
    await hashesFor(world, shortOrFull(40, 1000), () => ({ address: '198.51.100.1', email })),
  ).toBeLessThanOrEqual(10);
  expect((await signIn(world.shop, HOME, email, PASSWORD)).status).toBe(200);
});

test('checks fifty of many guesses from many IP addresses, and the user can sign in from a known one', async () => {
  const world = await openAtRest();
  const { email } = await world.shop.seller();
  expect((await signIn(world.shop, HOME, email, PASSWORD)).status).toBe(200);
  const guessed = await hashesFor(world, shortOrFull(70, 300), (index) => ({
    address: `198.51.100.${index % 100}`,
    email,
  }));
  expect(guessed).toBeLessThanOrEqual(50);
  expect((await signIn(world.shop, '192.0.2.1', email, PASSWORD)).status).toBe(429);
  expect((await signIn(world.shop, HOME, email, PASSWORD)).status).toBe(200);
  world.clock.now += QUARTER_MS;
  expect((await signIn(world.shop, '192.0.2.1', email, PASSWORD)).status).toBe(200);
});

test('checks fifty guesses from one IP address when each targets a different account', async () => {
  const world = await openAtRest();
  const guessed = await hashesFor(world, shortOrFull(70, 1000), (index) => ({
    address: '198.51.100.1',
    email: `buyer-${index}@example.com`,
  }));
  expect(guessed).toBeLessThanOrEqual(50);
});

test('gives known, unknown, deleted and passwordless accounts the same response after the same work', async () => {
  const shop = await openShop();
  const { email: known } = await shop.seller();
  const [gone, byLink] = [await shop.seller(), await shop.seller()];
  await shop.context.db
    .update(users)
    .set({ deletedAt: new Date() })
    .where(eq(users.id, gone.session.user.id));
  await shop.context.db.update(users).set({ passwordHash: null }).where(eq(users.id, byLink.session.user.id));
  const emails = [known, 'nobody@example.com', gone.email, byLink.email, 'no address', ''];
  for (const password of ['a guess', 'x'.repeat(5000), '']) {
    const told = [];
    for (const email of emails) {
      const before = hashesBegun();
      const answer = await signIn(shop, HOME, email, password);
      const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id');
      told.push([answer.status, headers, await answer.text(), hashesBegun() - before]);
    }
    for (const one of told) expect(one).toEqual(told[0]);
  }
});

test('a password reset request reveals nothing about an address and mails it at most three times per hour', async () => {
  const { shop } = await openAtRest();
  const { email } = await shop.seller();
  const told: unknown[] = [];
  for (const address of [email, 'nobody@example.com']) {
    const answers = [];
    for (let time = 0; time < 5; time += 1) {
      const before = hashesBegun();
      const answer = await post(shop, 'recover', HOME, { email: address });
      answers.push([answer.status, await answer.text(), hashesBegun() - before]);
    }
    told.push(answers);
  }
  expect(told[0]).toEqual(told[1]);
  const mails = await shop.context.db.select().from(outbox);
  expect(mails.filter(({ kind }) => kind === 'recover_password').length).toBeLessThanOrEqual(3);
});
