/** Checkout requests from many clients and declined cards. For tests only. */
import { solveChallenge as solveAltchaChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { like, sql } from 'drizzle-orm';

import { rateBuckets } from '#server/db/schema-users.ts';

import { nodeEnvFrom } from './listening-server.ts';
import { createTestApp, TEST_ORIGIN, type RpcResponse, type TestApp } from './test-app.ts';

type Clock = { advance: (ms: number) => void };

/** Creates an app with two pages of a seller, at the start of an hour, with production rate limits. */
export async function createRateLimitedApp(): Promise<{ app: TestApp; clock: Clock }> {
  let now = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' }, realNow: () => new Date(now) });
  const seller = await app.signUpSeller();
  const coupon = { code: 'SAVE20', discount: 20, type: 'percentage' as const };
  await seller.publishPage({ enableCoupon: true, validCoupons: [coupon] }, 'taller');
  await seller.publishPage({}, 'smaller');
  return { app, clock: { advance: (ms) => (now += ms) } };
}

type CheckoutResponse = RpcResponse<'create-checkout-session'>;
type CheckoutFields = {
  address?: string;
  email?: string;
  proof?: string;
  attempt?: string;
  appliedCoupon?: string;
};

const callFunction = async (app: TestApp, name: string, address: string, body: object): Promise<Response> =>
  app.fetch(
    new Request(`${TEST_ORIGIN}/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer made.up.by-a-program' },
      body: JSON.stringify(body),
    }),
    nodeEnvFrom(address),
  );

/** Sends one checkout request with a new attempt. */
export async function requestCheckout(
  app: TestApp,
  slug: string,
  { address = '203.0.113.7', ...fields }: CheckoutFields = {},
): Promise<CheckoutResponse> {
  const body = { slug, attempt: crypto.randomUUID(), ...fields };
  const response = await callFunction(app, 'create-checkout-session', address, body);
  return { status: response.status, body: (await response.json()) as CheckoutResponse['body'] };
}

/** Returns `url`, or the error code of a rejected request. */
export const outcomeOf = ({ body }: CheckoutResponse): string => body.error?.code ?? 'url';

/** Increases the existing counters of this kind, such as 'pay-page'. */
export async function increaseCounters({ context }: TestApp, bucketPrefix: string, count: number): Promise<void> {
  await context.db
    .update(rateBuckets)
    .set({ count: sql`${rateBuckets.count} + ${count}` })
    .where(like(rateBuckets.key, `${bucketPrefix}:%`));
}

/** Sends several checkout requests and counts their outcomes. */
export async function requestCheckouts(
  app: TestApp,
  slug: string,
  count: number,
  fields: CheckoutFields = {},
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let index = 0; index < count; index++) {
    const outcome = outcomeOf(await requestCheckout(app, slug, fields));
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

export async function applyCode(
  app: TestApp,
  slug: string,
  { address = '203.0.113.7', ...fields }: { address?: string; code: string; proof?: string },
): Promise<RpcResponse<'apply-coupon'>> {
  const response = await callFunction(app, 'apply-coupon', address, { slug, ...fields });
  return { status: response.status, body: (await response.json()) as RpcResponse<'apply-coupon'>['body'] };
}

export const challengeIn = ({ body }: { body: Partial<{ error: object }> }): Challenge => {
  const { puzzle: challenge } = { ...body.error } as { puzzle?: Challenge };
  if (!challenge) throw new Error(`No puzzle: ${JSON.stringify(body)}`);
  return challenge;
};

export async function solveChallenge(challenge: Challenge): Promise<string> {
  const solution = await solveAltchaChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

/** Stripe's documented test cards that a bank declines. */
export const DECLINED_CARDS = [
  '4000 0000 0000 0002',
  '4000 0000 0000 9995',
  '4000 0000 0000 9987',
  '4000 0000 0000 9979',
  '4000 0000 0000 0069',
  '4000 0000 0000 0127',
  '4000 0000 0000 6975',
] as const;

/** Advances the business clock: Stripe's times have whole seconds. */
export function advanceSeconds(app: TestApp, seconds = 2): void {
  app.sandbox?.clock.moveTo(new Date(app.context.now().getTime() + seconds * 1000));
}

/** Tries a card on Stripe's page several times in sequence. */
export async function declineCard(app: TestApp, url: string, count: number, number: string = DECLINED_CARDS[0]) {
  for (let index = 0; index < count; index++) {
    advanceSeconds(app);
    await app.payWithoutWaiting(url, { number });
  }
  await app.waitUntilIdle();
}
