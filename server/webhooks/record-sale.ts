import { usdConversion } from '#domain/exchange-rates.ts';
import { monthOf } from '#domain/usage.ts';
import { watchLimit } from '#server/billing/watch-limit.ts';
import type { Context, WorkerName } from '#server/context.ts';
import type { Attempt } from '#server/db/attempts.ts';
import type { Db } from '#server/db/client.ts';
import { addToMonth } from '#server/db/monthly-sales.ts';
import { insertSale, type NewSale } from '#server/db/sales.ts';

type Payment = Pick<NewSale, 'source' | 'paymentIntentId' | 'currency' | 'amount' | 'paidAt'>;

/**
 * Records a payment for an attempt and counts it in its month, once however often it is told. Gives the workers to
 * wake after the commit.
 */
export async function recordSale(
  context: Context,
  tx: Db,
  { id: attemptId, sellerId, accountId }: Attempt,
  payment: Payment,
): Promise<readonly WorkerName[]> {
  const { mode, log } = context;
  const converted = usdConversion(payment.amount, payment.currency, context.config.rates);
  const sale = { ...payment, ...converted, mode, sellerId, accountId, attemptId, createdAt: context.now() };
  if (!(await insertSale(tx, sale))) return [];
  if (converted.fxRate === null) {
    const { source, currency } = payment;
    log.error({ source, currency }, 'a sale counts as nothing: there is no exchange rate for its currency');
  }
  const month = monthOf(payment.paidAt);
  const sum = await addToMonth(tx, sellerId, mode, month, { usdCents: converted.usdCents, transactions: 1 });
  return watchLimit(context, tx, sellerId, month, sum);
}
