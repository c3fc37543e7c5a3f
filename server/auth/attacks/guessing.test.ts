import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { getHashCount } from '#server/auth/passwords.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { users } from '#server/db/schema-users.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';
import { nodeEnvFrom } from '#server/testing/listening-server.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOME_IP = '203.0.113.7';
const PASSWORD = 'correct horse';

async function createAppWithClock() {
  const clock = { now: Math.ceil(Date.now() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS };
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' }, realNow: () => new Date(clock.now) });
  return { app, clock };
}

const post = async (app: TestApp, path: string, address: string, body: object) =>
  app.fetch(
    new Request(`${TEST_ORIGIN}/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    nodeEnvFrom(address),
  );
const signIn = (app: TestApp, address: string, email: string, password = 'a guess') =>
  post(app, 'token?grant_type=password', address, { email, password });

/** Number of hashes that the given guesses, spread over most of 15 minutes, cause. */
async function countHashes(
  { app, clock }: Awaited<ReturnType<typeof createAppWithClock>>,
  guesses: number,
  createGuess: (index: number) => { address: string; email: string },
): Promise<number> {
  const hashesBefore = getHashCount();
  for (let index = 0; index < guesses; index += 1) {
    const { address, email } = createGuess(index);
    const { status } = await signIn(app, address, email);
    if (status !== 400 && status !== 429) throw new Error(`A guess was answered ${status}`);
    clock.now += (QUARTER_HOUR_MS * 0.9) / guesses;
  }
  return getHashCount() - hashesBefore;
}

test('checks ten of many guesses from one IP address, and the user can sign in from elsewhere', async () => {
  const testEnv = await createAppWithClock();
  const { email } = await testEnv.app.signUpSeller();
  expect(
    await countHashes(testEnv, shortOrFull(40, 1000), () => ({ address: '198.51.100.1', email })),
  ).toBeLessThanOrEqual(10);
  expect((await signIn(testEnv.app, HOME_IP, email, PASSWORD)).status).toBe(200);
});

test('checks fifty of many guesses from many IP addresses, and the user can sign in from a known one', async () => {
  const testEnv = await createAppWithClock();
  const { email } = await testEnv.app.signUpSeller();
  expect((await signIn(testEnv.app, HOME_IP, email, PASSWORD)).status).toBe(200);
  const hashes = await countHashes(testEnv, shortOrFull(70, 300), (index) => ({
    address: `198.51.100.${index % 100}`,
    email,
  }));
  expect(hashes).toBeLessThanOrEqual(50);
  expect((await signIn(testEnv.app, '192.0.2.1', email, PASSWORD)).status).toBe(429);
  expect((await signIn(testEnv.app, HOME_IP, email, PASSWORD)).status).toBe(200);
  testEnv.clock.now += QUARTER_HOUR_MS;
  expect((await signIn(testEnv.app, '192.0.2.1', email, PASSWORD)).status).toBe(200);
});

test('checks fifty guesses from one IP address when each targets a different account', async () => {
  const testEnv = await createAppWithClock();
  const hashes = await countHashes(testEnv, shortOrFull(70, 1000), (index) => ({
    address: '198.51.100.1',
    email: `buyer-${index}@example.com`,
  }));
  expect(hashes).toBeLessThanOrEqual(50);
});

test('gives known, unknown, deleted and passwordless accounts the same response after the same work', async () => {
  const app = await createTestApp();
  const { email: knownEmail } = await app.signUpSeller();
  const [deletedSeller, passwordlessSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  await app.context.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, deletedSeller.session.user.id));
  await app.context.db
    .update(users)
    .set({ passwordHash: null })
    .where(eq(users.id, passwordlessSeller.session.user.id));
  const emails = [knownEmail, 'nobody@example.com', deletedSeller.email, passwordlessSeller.email, 'no address', ''];
  for (const password of ['a guess', 'x'.repeat(5000), '']) {
    const outcomes = [];
    for (const email of emails) {
      const hashesBefore = getHashCount();
      const response = await signIn(app, HOME_IP, email, password);
      const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
      outcomes.push([response.status, headers, await response.text(), getHashCount() - hashesBefore]);
    }
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  }
});

test('a password reset request reveals nothing about an address and mails it at most three times per hour', async () => {
  const { app } = await createAppWithClock();
  const { email } = await app.signUpSeller();
  const outcomes: unknown[] = [];
  for (const address of [email, 'nobody@example.com']) {
    const responses = [];
    for (let time = 0; time < 5; time += 1) {
      const hashesBefore = getHashCount();
      const response = await post(app, 'recover', HOME_IP, { email: address });
      responses.push([response.status, await response.text(), getHashCount() - hashesBefore]);
    }
    outcomes.push(responses);
  }
  expect(outcomes[0]).toEqual(outcomes[1]);
  const mails = await app.context.db.select().from(outbox);
  expect(mails.filter(({ kind }) => kind === 'recover_password').length).toBeLessThanOrEqual(3);
});
