import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { hasCouponCode } from '#server/pages/queries/coupon-codes.ts';

import { getPageCoupon } from './price-quote.ts';
import type { PublishedPage } from './published-page.ts';

/** Throws AppError 'coupon_invalid' for a code of a batch coupon that was never generated, or was deleted. */
export async function assertCodeExists(
  { db, secrets }: Context,
  page: PublishedPage,
  input: string | null | undefined,
): Promise<void> {
  if (typeof input !== 'string') return;
  const { batch, code } = getPageCoupon(page, input);
  if (batch && !(await hasCouponCode(db, page.pageId, secrets.candidateHashes(code))))
    throw new AppError('coupon_invalid');
}
