import { checkoutErrorMessages } from '#content/messages/checkout-errors.ts';
import {
  PAGE_COUPON_LIMIT,
  CHECKOUT_REQUEST_LIMITS,
  PAGE_REQUEST_LIMIT,
  SELLER_REQUEST_LIMIT,
  VISITOR_REQUEST_LIMIT,
} from '#domain/card-testing-limits.ts';
import { AppError } from '#domain/errors.ts';
import { normalizeBuyerEmail } from '#domain/mask-email.ts';
import { upsertCardTestingBlocks } from '#server/checkout/queries/card-testing.ts';
import type { Context } from '#server/core/context.ts';
import { countUses, type Bucket, type LimitUsage } from '#server/http/rate-limits.ts';

import { isChallengeSolved, createChallenge, type ChallengeSubject } from './proof-of-work.ts';

// Visitors, buyers and cards are stored as keyed hashes that cannot be reversed.

type HashContext = Pick<Context, 'secrets'>;

/** `address`: the client address as rate limits count it. */
export const hashAddress = ({ secrets }: HashContext, address: string): string =>
  secrets.hash(`pay visitor ${address}`);

export const hashBuyer = ({ secrets }: HashContext, email: string): string =>
  secrets.hash(`pay buyer ${normalizeBuyerEmail(email)}`);

/** `fingerprint`: Stripe's card fingerprint, the same for one card on one account. */
export const hashCard = ({ secrets }: HashContext, fingerprint: string): string =>
  secrets.hash(`pay card ${fingerprint}`);

const hashAddressOnPage = ({ secrets }: HashContext, address: string, pageId: string): string =>
  secrets.hash(`pay presser ${pageId} ${address}`);

type PageRef = { pageId: string; sellerId: string };

/** The client as rate limits count it, with the solution of its challenge, if any. */
type GuardedClient = { address: string; email?: string | undefined; proof?: string | undefined };

const toBucket = (key: string, { max: limit, windowMs }: { max: number; windowMs: number }): Bucket => ({
  key,
  limit,
  windowMs,
});

export const blockableSubjects = (context: Context, pageId: string, { address, email }: GuardedClient): string[] => [
  hashAddressOnPage(context, address, pageId),
  hashAddress(context, address),
  ...(email === undefined ? [] : [hashBuyer(context, email)]),
];

/**
 * Guards checkout against card testing. `blockedUntil`: the end of the block of the client's subjects, if any. Throws
 * `pay_blocked`, `rate_limited`, or `puzzle_needed` with the challenge.
 */
export async function guardCheckout(
  context: Context,
  { pageId, sellerId }: PageRef,
  client: GuardedClient,
  blockedUntil: Date | null,
): Promise<void> {
  if (blockedUntil) throw blockedError(context, blockedUntil);
  const { address } = client;
  const counters = await countUses(context, [
    toBucket(`pay:${address}:${pageId}`, CHECKOUT_REQUEST_LIMITS.free),
    toBucket(`pay-hour:${address}:${pageId}`, CHECKOUT_REQUEST_LIMITS.challenged),
    toBucket(`pay-all:${address}`, VISITOR_REQUEST_LIMIT),
    toBucket(`pay-page:${pageId}`, PAGE_REQUEST_LIMIT),
    toBucket(`pay-seller:${sellerId}`, SELLER_REQUEST_LIMIT),
  ]);
  if (!counters) return;
  const [, hourCounter, visitorCounter] = counters;
  if (
    hourCounter &&
    isExceeded(hourCounter, CHECKOUT_REQUEST_LIMITS.blocked.max / CHECKOUT_REQUEST_LIMITS.challenged.max)
  )
    await blockAndThrow(context, hashAddressOnPage(context, address, pageId));
  if (visitorCounter && isExceeded(visitorCounter))
    throw new AppError('rate_limited', { facts: { retryAfter: visitorCounter.resetS } });
  await requireChallenge(
    context,
    counters.filter((counter) => isExceeded(counter)),
    { action: 'pay', pageId, address },
    client.proof,
  );
}

/** Guards coupon checks in the same way. The limit per visitor is `couponLimits` in `coupons.ts`. */
export async function guardCouponCheck(
  context: Context,
  { pageId }: PageRef,
  { address, proof }: GuardedClient,
): Promise<void> {
  const counters = await countUses(context, [toBucket(`coupon-page:${pageId}`, PAGE_COUPON_LIMIT)]);
  const exceeded = (counters ?? []).filter((counter) => isExceeded(counter));
  await requireChallenge(context, exceeded, { action: 'coupon', pageId, address }, proof);
}

const isExceeded = ({ count, limit }: LimitUsage, factor = 1): boolean => count > limit * factor;

async function requireChallenge(
  context: Context,
  exceeded: readonly LimitUsage[],
  challengeSubject: ChallengeSubject,
  proof: string | undefined,
): Promise<void> {
  if (exceeded.length === 0 || (proof !== undefined && (await isChallengeSolved(context, challengeSubject, proof))))
    return;
  const retryAfter = Math.max(...exceeded.map(({ resetS }) => resetS));
  throw new AppError('puzzle_needed', {
    message: checkoutErrorMessages.rateLimited({ wait: formatWait(retryAfter) }),
    facts: { retryAfter, puzzle: await createChallenge(context, challengeSubject) },
  });
}

async function blockAndThrow(context: Context, subject: string): Promise<never> {
  const now = context.realNow();
  const until = new Date(now.getTime() + CHECKOUT_REQUEST_LIMITS.blocked.blockMs);
  await upsertCardTestingBlocks(context.db, [subject], { until, now });
  throw blockedError(context, until);
}

function blockedError({ realNow }: Context, until: Date): AppError {
  const retryAfter = Math.ceil((until.getTime() - realNow().getTime()) / 1000);
  return new AppError('pay_blocked', {
    message: checkoutErrorMessages.blocked({ wait: formatWait(retryAfter) }),
    facts: { retryAfter },
  });
}

function formatWait(seconds: number): string {
  const { wait } = checkoutErrorMessages;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes <= 90) return wait.minutes({ minutes });
  const hours = Math.ceil(minutes / 60);
  return hours > 20 ? wait.tomorrow : wait.hours({ hours });
}
