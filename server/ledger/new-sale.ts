import { usdConversion } from '#domain/exchange-rates.ts';
import type { Attempt } from '#server/db/attempts.ts';

import type { Desk, Sale } from './leaf.ts';
import { originOf } from './origin-of.ts';

type Payment = Pick<
  Sale,
  'source' | 'paymentIntentId' | 'chargeId' | 'renewal' | 'currency' | 'amount' | 'paidAt'
>;

/** Creates the row of a payment. The conversion to USD happens once, at this point. */
export const newSale = (attempt: Attempt, { now, rates }: Desk, payment: Payment): Sale => ({
  id: crypto.randomUUID(),
  mode: attempt.mode,
  sellerId: attempt.sellerId,
  accountId: attempt.accountId,
  attemptId: attempt.id,
  pageId: attempt.pageId,
  versionId: attempt.versionId,
  couponCode: attempt.couponCode,
  ...visitOf(attempt),
  ...payment,
  ...usdConversion(payment.amount, payment.currency, rates),
  refunded: 0,
  lost: 0,
  usdRefunded: 0,
  createdAt: now,
});

/** The attribution source is stored as `visitSource`, because `source` of a sale is the id of what was paid. */
function visitOf(attempt: Attempt) {
  const { source: visitSource, ...others } = originOf(attempt);
  return { visitSource, ...others };
}
