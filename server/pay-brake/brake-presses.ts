import { ShopError } from '#domain/errors.ts';
import {
  CODES_OF_PAGE,
  PRESSES,
  PRESSES_OF_PAGE,
  PRESSES_OF_SELLER,
  PRESSES_OF_VISITOR,
} from '#domain/pay-brake.ts';

import type { Context } from '#server/context.ts';
import { findPayBlock, upsertPayBlocks } from '#server/db/pay-blocks.ts';
import { countIn, type Bucket, type Pressed } from '#server/http/rate-limits.ts';

import { isSolved, newPuzzle, type Asked } from './puzzle.ts';
import { buyerHashOf, presserKeyOf, visitorKeyOf } from './who.ts';

type OnPage = { pageId: string; sellerId: string };

/** The client as rate limits count it, with the solution of its challenge, if any. */
export type Presser = { address: string; email?: string | undefined; proof?: string | undefined };

const bucket = (key: string, { most: limit, windowMs }: { most: number; windowMs: number }): Bucket => ({
  key,
  limit,
  windowMs,
});

/** Guards checkout against card testing. Throws `pay_blocked`, `rate_limited`, or `puzzle_needed` with the challenge. */
export async function brakePay(context: Context, page: OnPage, presser: Presser): Promise<void> {
  const { address, email } = presser;
  const { pageId, sellerId } = page;
  const own = presserKeyOf(context, address, pageId);
  await checkBlocks(context, [
    own,
    visitorKeyOf(context, address),
    ...(email === undefined ? [] : [buyerHashOf(context, email)]),
  ]);
  const counted = await countIn(context, [
    bucket(`pay:${address}:${pageId}`, PRESSES.free),
    bucket(`pay-hour:${address}:${pageId}`, PRESSES.puzzled),
    bucket(`pay-all:${address}`, PRESSES_OF_VISITOR),
    bucket(`pay-page:${pageId}`, PRESSES_OF_PAGE),
    bucket(`pay-seller:${sellerId}`, PRESSES_OF_SELLER),
  ]);
  if (!counted) return;
  const [, hour, all] = counted;
  if (hour && isOver(hour, PRESSES.blocked.most / PRESSES.puzzled.most)) await block(context, own);
  if (all && isOver(all)) throw new ShopError('rate_limited', { facts: { retryAfter: all.resetS } });
  await checkPuzzle(
    context,
    counted.filter((one) => isOver(one)),
    { act: 'pay', pageId, address },
    presser.proof,
  );
}

/** Guards coupon checks in the same way. The limit per visitor is enforced by the route. */
export async function brakeCoupon(
  context: Context,
  { pageId }: OnPage,
  { address, proof }: Presser,
): Promise<void> {
  const counted = await countIn(context, [bucket(`coupon-page:${pageId}`, CODES_OF_PAGE)]);
  const over = (counted ?? []).filter((one) => isOver(one));
  await checkPuzzle(context, over, { act: 'coupon', pageId, address }, proof);
}

const isOver = ({ count, limit }: Pressed, times = 1): boolean => count > limit * times;

async function checkPuzzle(
  context: Context,
  over: readonly Pressed[],
  asked: Asked,
  proof: string | undefined,
): Promise<void> {
  if (over.length === 0 || (proof !== undefined && (await isSolved(context, asked, proof)))) return;
  const retryAfter = Math.max(...over.map(({ resetS }) => resetS));
  throw new ShopError('puzzle_needed', {
    message: `That was very often in a short time. Please try again ${inWords(retryAfter)}.`,
    facts: { retryAfter, puzzle: newPuzzle(context, asked) },
  });
}

async function checkBlocks(context: Context, subjects: readonly string[]): Promise<void> {
  const until = await findPayBlock(context.db, subjects, context.realNow());
  if (until) throw blocked(context, until);
}

async function block(context: Context, subject: string): Promise<never> {
  const now = context.realNow();
  const until = new Date(now.getTime() + PRESSES.blocked.blockMs);
  await upsertPayBlocks(context.db, [subject], { until, now });
  throw blocked(context, until);
}

function blocked({ realNow }: Context, until: Date): ShopError {
  const retryAfter = Math.ceil((until.getTime() - realNow().getTime()) / 1000);
  return new ShopError('pay_blocked', {
    message: `Too many payments were tried from here. Please try again ${inWords(retryAfter)}, or ask the seller.`,
    facts: { retryAfter },
  });
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'in a minute';
  if (minutes <= 90) return `in ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours > 20 ? 'tomorrow' : `in ${hours} hours`;
}
