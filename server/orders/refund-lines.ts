import { eq } from 'drizzle-orm';

import { getCurrency } from '#domain/currencies.ts';
import { AppError } from '#domain/errors.ts';
import type { Db } from '#server/db/client.ts';
import { refundLines, refunds } from '#server/db/schema-ledger.ts';
import { listOrderLines } from '#server/ledger/queries/ledger-rows.ts';
import type { PaymentRow } from '#server/orders/queries/refund-requests.ts';

export type RequestedLine = { key: string; amount?: number | undefined };
type RefundLine = { orderLineId: string; amount: number };

/**
 * Returns the lines of a refund with their amounts. The payment is locked, so two refunds of one line cannot exceed it. A
 * renewal contains the recurring lines only. `refundId`: the refund, if it exists already. Throws AppError.
 */
export async function validateRefundLines(
  tx: Db,
  sale: PaymentRow,
  requested: readonly RequestedLine[],
  refundId: string | null = null,
): Promise<RefundLine[]> {
  const lines = await listOrderLines(tx, [sale.attemptId]);
  const refunded = (await listRefundedLines(tx, sale.id)).filter((line) => line.refundId !== refundId);
  const { step } = getCurrency(sale.currency);
  return requested.map(({ key, amount }, index) => {
    const line = lines.find((candidate) => candidate.key === key && (!sale.renewal || candidate.kind === 'recurring'));
    if (!line || requested.findIndex((other) => other.key === key) < index)
      throw new AppError('invalid_request', { facts: { problems: [`lines: the payment has no line ${key}`] } });
    const previous = refunded.filter(({ orderLineId }) => orderLineId === line.id);
    const rest = line.total - previous.reduce((sum, one) => sum + one.amount, 0);
    const lineAmount = amount ?? rest;
    if (lineAmount === 0 || lineAmount > rest) throw new AppError('refund_above_rest', { facts: { rest } });
    if (lineAmount % step !== 0 && lineAmount !== rest)
      throw new AppError('invalid_request', { facts: { problems: [`lines: must be multiples of ${step}`] } });
    return { orderLineId: line.id, amount: lineAmount };
  });
}

/** What was refunded of the lines in one payment, or is about to be. */
async function listRefundedLines(tx: Db, saleId: string): Promise<(RefundLine & { refundId: string })[]> {
  const rows = await tx
    .select({
      refundId: refunds.id,
      state: refunds.state,
      orderLineId: refundLines.orderLineId,
      amount: refundLines.amount,
    })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(eq(refunds.saleId, saleId));
  return rows.filter(({ state }) => state !== 'failed' && state !== 'canceled');
}

export async function insertRefundLines(tx: Db, refundId: string, lines: readonly RefundLine[]): Promise<void> {
  if (lines.length > 0) await tx.insert(refundLines).values(lines.map((line) => ({ refundId, ...line })));
}
