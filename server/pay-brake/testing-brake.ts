/** Checkout requests from many clients and declined cards. For tests only. */
import { hash } from 'node:crypto';

import { like, sql } from 'drizzle-orm';

import { rateBuckets } from '#server/db/schema-people.ts';
import { openShop, TEST_ORIGIN, type Answer, type TestShop } from '#server/testing.ts';
import { cameFrom } from '#server/testing-peer.ts';
import { nonceOf, proofOf, textOfTry, type Puzzle } from '#domain/puzzle.ts';

type Clock = { pass: (ms: number) => void };

/** Creates an app with two pages of a seller, at the start of an hour, with production rate limits. */
export async function openBraked(): Promise<{ shop: TestShop; clock: Clock }> {
  let now = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  const shop = await openShop({ env: { RATE_LIMITS: 'live' }, realNow: () => new Date(now) });
  const seller = await shop.seller();
  const coupon = { code: 'SAVE20', discount: 20, type: 'percentage' as const };
  await seller.publish({ enableCoupon: true, validCoupons: [coupon] }, 'taller');
  await seller.publish({}, 'smaller');
  return { shop, clock: { pass: (ms) => (now += ms) } };
}

type Pressed = Answer<'create-checkout-session'>;
type Press = { address?: string; email?: string; proof?: string; attempt?: string; appliedCoupon?: string };

const ask = async (shop: TestShop, name: string, address: string, body: object): Promise<Response> =>
  shop.fetch(
    new Request(`${TEST_ORIGIN}/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer made.up.by-a-program' },
      body: JSON.stringify(body),
    }),
    cameFrom(address),
  );

/** Sends one checkout request with a new attempt. */
export async function press(
  shop: TestShop,
  slug: string,
  { address = '203.0.113.7', ...more }: Press = {},
): Promise<Pressed> {
  const body = { slug, attempt: crypto.randomUUID(), ...more };
  const answer = await ask(shop, 'create-checkout-session', address, body);
  return { status: answer.status, body: (await answer.json()) as Pressed['body'] };
}

/** Returns `url`, or the error code of a rejected request. */
export const outcomeOf = ({ body }: Pressed): string => body.error?.code ?? 'url';

/** Increases the existing counters of this kind, such as 'pay-page'. */
export async function countMore({ context }: TestShop, kind: string, times: number): Promise<void> {
  await context.db
    .update(rateBuckets)
    .set({ count: sql`${rateBuckets.count} + ${times}` })
    .where(like(rateBuckets.key, `${kind}:%`));
}

/** Sends several checkout requests and counts their outcomes. */
export async function pressTimes(
  shop: TestShop,
  slug: string,
  times: number,
  more: Press = {},
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let time = 0; time < times; time++) {
    const outcome = outcomeOf(await press(shop, slug, more));
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

export async function tryCode(
  shop: TestShop,
  slug: string,
  { address = '203.0.113.7', ...more }: { address?: string; code: string; proof?: string },
): Promise<Answer<'apply-coupon'>> {
  const answer = await ask(shop, 'apply-coupon', address, { slug, ...more });
  return { status: answer.status, body: (await answer.json()) as Answer<'apply-coupon'>['body'] };
}

export const puzzleIn = ({ body }: { body: Partial<{ error: object }> }): Puzzle => {
  const { puzzle } = { ...body.error } as { puzzle?: Puzzle };
  if (!puzzle) throw new Error(`No puzzle: ${JSON.stringify(body)}`);
  return puzzle;
};

export function solve({ question, parts, bits }: Puzzle): string {
  const nonce = nonceOf(question);
  const isRight = (part: number, tried: number) =>
    hash('sha256', textOfTry(nonce, part, tried), 'buffer').readUInt32BE(0) >>> (32 - bits) === 0;
  const numbers = Array.from({ length: parts }, (_, part) => {
    let tried = 0;
    while (!isRight(part, tried)) tried++;
    return tried;
  });
  return proofOf(question, numbers);
}

/** Stripe's documented test cards that a bank declines. */
export const REFUSED_CARDS = [
  '4000 0000 0000 0002',
  '4000 0000 0000 9995',
  '4000 0000 0000 9987',
  '4000 0000 0000 9979',
  '4000 0000 0000 0069',
  '4000 0000 0000 0127',
  '4000 0000 0000 6975',
] as const;

/** Advances the business clock: Stripe's times have whole seconds. */
export function passTime(shop: TestShop, seconds = 2): void {
  shop.sandbox?.clock.moveTo(new Date(shop.context.now().getTime() + seconds * 1000));
}

/** Tries a card on Stripe's page several times in sequence. */
export async function refuse(shop: TestShop, url: string, times: number, number: string = REFUSED_CARDS[0]) {
  for (let time = 0; time < times; time++) {
    passTime(shop);
    await shop.payUnsettled(url, { number });
  }
  await shop.settled();
}
