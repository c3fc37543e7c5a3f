import { and, isNotNull } from 'drizzle-orm';

import { AppError } from '#domain/errors.ts';
import { normalizeBuyerEmail } from '#domain/mask-email.ts';
import type { Context } from '#server/core/context.ts';
import { hasRows, hasValues } from '#server/db/rows.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';

import type { PublishedPage } from './published-page.ts';

/** Throws AppError if the buyer has had a free trial of the page. The email address decides, so it is required. */
export async function assertTrialUnused(
  { db, mode }: Context,
  { sellerId, pageId }: PublishedPage,
  email: string | undefined,
): Promise<void> {
  if (email === undefined) throw new AppError('email_invalid');
  // The columns of the index `checkout_attempts_buyers`.
  const buyerKey = normalizeBuyerEmail(email);
  const isTrialOfBuyer = and(
    hasValues(checkoutAttempts, { mode, sellerId, buyerKey, pageId, state: 'completed' }),
    isNotNull(checkoutAttempts.trialDays),
  );
  if (await hasRows(db.select({ id: checkoutAttempts.id }).from(checkoutAttempts).where(isTrialOfBuyer).limit(1)))
    throw new AppError('trial_used');
}
