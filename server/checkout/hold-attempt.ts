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

/** An attempt that is not written yet: until it is known that there is something left for it. */
export type Wanted = NewAttempt & { couponCode: string | null; buyerKey: string | null };

/**
 * Writes the attempt of a token, or finds the one that is there. Its row is what takes a piece of stock and a use of its
 * coupon: where those are limited, presses come one after the other, and the last ones are refused. Throws ShopError.
 */
export async function holdAttempt(context: Context, page: LivePage, wanted: Wanted): Promise<Attempt> {
  const { couponCode, pageId } = wanted;
  const coupon = couponCode === null ? null : couponOf(page, couponCode);
  const limits = {
    hasStock: page.config.availability.stock !== null,
    coupon: coupon && isLimited(coupon) ? coupon : null,
  };
  if (!limits.hasStock && !limits.coupon) return upsertAttempt(context.db, wanted);
  // In turn, so that a page that everybody wants takes one connection, and not those of all other pages.
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
  // Another press of the same button may have been faster.
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
 * Whether a press was refused because of what its buyer holds themselves: they came back and chose otherwise. Then what
 * they left is ended at the provider, and the press can be tried again.
 */
export async function gaveBack(context: Context, error: unknown, left: readonly Attempt[]): Promise<boolean> {
  if (!isShopError(error) || !COMES_BACK.has(error.code)) return false;
  for (const { accountId, sessionId: id } of left) {
    if (!id) continue;
    try {
      await context.sellerStripe(accountId).sessions.expire(id);
    } catch (failure) {
      // Paid, or expired by itself.
      if (!isFinalRefusal(failure)) throw failure;
    }
    await updateLedger(context, [{ accountId, kind: 'session', id }], { urgent: true });
  }
  return left.length > 0;
}
