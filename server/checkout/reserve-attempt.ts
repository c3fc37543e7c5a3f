import { hasUsageLimit, findCouponLimitError, type Coupon } from '#domain/coupon.ts';
import { isAppError, type ErrorCode } from '#domain/errors.ts';
import { withKeyLock } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  findAttemptByToken,
  upsertAttempt,
  type CheckoutAttempt,
  type NewCheckoutAttempt,
  notifyStockChange,
} from '#server/ledger/queries/checkout-attempts.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import { countPageStock, countCouponUses, lockPage } from '#server/pages/queries/reservations.ts';
import { isFinalRejection } from '#server/stripe/stripe-errors.ts';

import { getPageCoupon } from './price-quote.ts';
import { assertAvailable, type PublishedPage } from './published-page.ts';

/** An attempt that is not stored yet, because stock or coupon may be used up. */
export type AttemptDraft = NewCheckoutAttempt & { couponCode: string | null; buyerKey: string | null };

/**
 * Stores the attempt of a token or finds the existing one. The row reserves a piece of stock and a coupon use. If either
 * is limited, requests are serialized and those beyond the limit are rejected. Throws AppError.
 */
export async function reserveAttempt(
  context: Context,
  page: PublishedPage,
  draft: AttemptDraft,
): Promise<CheckoutAttempt> {
  const { couponCode, pageId } = draft;
  const coupon = couponCode === null ? null : getPageCoupon(page, couponCode);
  const limits = {
    hasStock: page.config.availability.stock !== null,
    coupon: coupon && hasUsageLimit(coupon) ? coupon : null,
  };
  if (!limits.hasStock && !limits.coupon) return upsertAttempt(context.db, draft);
  // Serialized in the process, so that a popular page occupies one database connection instead of the whole pool.
  return withKeyLock(pageId, () => context.db.transaction((tx) => reserveUnderLock(context, tx, page, draft, limits)));
}

type Limits = { hasStock: boolean; coupon: Coupon | null };

async function reserveUnderLock(
  { mode }: Context,
  tx: Db,
  page: PublishedPage,
  draft: AttemptDraft,
  { hasStock, coupon }: Limits,
): Promise<CheckoutAttempt> {
  const { pageId, token, buyerKey } = draft;
  await lockPage(tx, pageId);
  // A concurrent request with the same token may have been faster.
  const existing = await findAttemptByToken(tx, pageId, token);
  if (existing) return existing;
  if (hasStock) assertAvailable(page, await countPageStock(tx, mode, pageId));
  if (coupon) {
    const { ownUses: buyerUses, ...totalUses } = await countCouponUses(tx, mode, {
      pageId,
      code: coupon.code,
      buyerKey,
    });
    const couponError = findCouponLimitError(coupon, {
      ...totalUses,
      buyer: buyerUses && buyerUses.used + buyerUses.held,
    });
    if (couponError) throw couponError;
  }
  const attempt = await upsertAttempt(tx, draft);
  if (hasStock) await notifyStockChange(tx, [pageId]);
  return attempt;
}

const RELEASABLE_ERRORS: ReadonlySet<ErrorCode> = new Set(['all_held', 'coupon_used_up', 'coupon_used_by_buyer']);

/**
 * Releases the buyer's own reservations if they caused the rejection: the buyer returned and chose otherwise. Expires the
 * abandoned sessions at Stripe. Returns true if the request can be retried.
 */
export async function releaseReservations(
  context: Context,
  error: unknown,
  abandoned: readonly CheckoutAttempt[],
): Promise<boolean> {
  if (!isAppError(error) || !RELEASABLE_ERRORS.has(error.code)) return false;
  for (const { accountId, sessionId: id } of abandoned) {
    if (!id) continue;
    try {
      await context.sellerStripe(accountId).sessions.expire(id);
    } catch (expireError) {
      // The session was paid or has expired by itself.
      if (!isFinalRejection(expireError)) throw expireError;
    }
    await updateLedger(context, [{ accountId, kind: 'session', id }], { urgent: true });
  }
  return abandoned.length > 0;
}
