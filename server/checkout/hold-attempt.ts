import { isLimited, limitRefusal, type Coupon } from '#domain/coupon.ts';
import { isShopError, type ErrorCode } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { findAttemptOfToken, upsertAttempt, type Attempt, type NewAttempt } from '#server/db/attempts.ts';
import type { Db } from '#server/db/client.ts';
import { countTaken, countUses, lockPage, tellOfStock } from '#server/db/holds.ts';
import { inTurn } from '#server/in-turn.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import { isFinalRefusal } from '#server/stripe/provider-errors.ts';

import { checkAvailable, type LivePage } from './live-page.ts';
import { couponOf } from './price-of.ts';

/** An attempt that is not stored yet, because stock or coupon may be used up. */
export type Wanted = NewAttempt & { couponCode: string | null; buyerKey: string | null };

/**
 * Stores the attempt of a token or finds the existing one. The row reserves a piece of stock and a coupon use. If either
 * is limited, requests are serialized and those beyond the limit are rejected. Throws AppError.
 */
export async function holdAttempt(context: Context, page: LivePage, wanted: Wanted): Promise<Attempt> {
  const { couponCode, pageId } = wanted;
  const coupon = couponCode === null ? null : couponOf(page, couponCode);
  const limits = {
    hasStock: page.config.availability.stock !== null,
    coupon: coupon && isLimited(coupon) ? coupon : null,
  };
  if (!limits.hasStock && !limits.coupon) return upsertAttempt(context.db, wanted);
  // Serialized in the process, so that a popular page occupies one database connection instead of the whole pool.
  return inTurn(pageId, () =>
    context.db.transaction((tx) => holdUnderLock(context, tx, page, wanted, limits)),
  );
}

type Limits = { hasStock: boolean; coupon: Coupon | null };

async function holdUnderLock(
  { mode }: Context,
  tx: Db,
  page: LivePage,
  wanted: Wanted,
  { hasStock, coupon }: Limits,
): Promise<Attempt> {
  const { pageId, token, buyerKey } = wanted;
  await lockPage(tx, pageId);
  // A concurrent request with the same token may have been faster.
  const known = await findAttemptOfToken(tx, pageId, token);
  if (known) return known;
  if (hasStock) checkAvailable(page, await countTaken(tx, mode, pageId));
  if (coupon) {
    const { own, ...all } = await countUses(tx, mode, { pageId, code: coupon.code, buyerKey });
    const refusal = limitRefusal(coupon, { ...all, buyer: own && own.used + own.held });
    if (refusal) throw refusal;
  }
  const attempt = await upsertAttempt(tx, wanted);
  if (hasStock) await tellOfStock(tx, [pageId]);
  return attempt;
}

const COMES_BACK: ReadonlySet<ErrorCode> = new Set(['all_held', 'coupon_used_up', 'coupon_used_by_buyer']);

/**
 * Releases the buyer's own reservations if they caused the rejection: the buyer returned and chose otherwise. Expires the
 * abandoned sessions at Stripe. Returns true if the request can be retried.
 */
export async function gaveBack(context: Context, error: unknown, left: readonly Attempt[]): Promise<boolean> {
  if (!isShopError(error) || !COMES_BACK.has(error.code)) return false;
  for (const { accountId, sessionId: id } of left) {
    if (!id) continue;
    try {
      await context.sellerStripe(accountId).sessions.expire(id);
    } catch (failure) {
      // The session was paid or has expired by itself.
      if (!isFinalRefusal(failure)) throw failure;
    }
    await updateLedger(context, [{ accountId, kind: 'session', id }], { urgent: true });
  }
  return left.length > 0;
}
