import { ATTRIBUTION_KEYS } from '#domain/attribution.ts';
import { convertToUsd } from '#domain/exchange-rates.ts';
import { pick } from '#domain/pick.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';

import type { ApplyContext, Sale } from './order-aggregate.ts';

type SalePayment = Pick<
  Sale,
  'source' | 'paymentMethod' | 'paymentIntentId' | 'chargeId' | 'renewal' | 'currency' | 'amount' | 'paidAt'
>;

/** Creates the row of a payment. The conversion to USD happens once, at this point. */
export const createSaleRow = (attempt: CheckoutAttempt, { now, rates }: ApplyContext, payment: SalePayment): Sale => ({
  id: crypto.randomUUID(),
  mode: attempt.mode,
  sellerId: attempt.sellerId,
  accountId: attempt.accountId,
  attemptId: attempt.id,
  pageId: attempt.pageId,
  versionId: attempt.versionId,
  couponCode: attempt.couponCode,
  ...attributionColumns(attempt),
  ...payment,
  ...convertToUsd(payment.amount, payment.currency, rates),
  refunded: 0,
  lost: 0,
  usdRefunded: 0,
  createdAt: now,
});

/** The attribution source is stored as `visitSource`, because `source` of a sale is the id of what was paid. */
function attributionColumns(attempt: CheckoutAttempt) {
  const { source: visitSource, ...attribution } = pick(attempt, ATTRIBUTION_KEYS);
  return { visitSource, ...attribution };
}
