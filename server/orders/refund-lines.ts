import { eq } from 'drizzle-orm';

import { orderErrorMessages } from '#content/messages/order-errors.ts';
import { getCurrency } from '#domain/currencies.ts';
import { AppError } from '#domain/errors.ts';
import { listPaidLines } from '#domain/paid-lines.ts';
import { calculateUnitRefund, getLineRest, type LineRefund } from '#domain/unit-refund.ts';
import type { Db } from '#server/db/client.ts';
import { refundLines, refunds } from '#server/db/schema-ledger.ts';
import type { OrderLineRow } from '#server/ledger/order-aggregate.ts';
import { listOrderLines } from '#server/ledger/queries/ledger-rows.ts';
import type { PaymentRow } from '#server/orders/queries/refund-requests.ts';

export type RequestedLine = { key: string; quantity?: number | undefined; amount?: number | undefined };
type RefundLine = LineRefund & { orderLineId: string };

/**
 * Returns the lines of a refund with their amounts and units. The payment is locked, so two refunds of one line cannot exceed
 * it. `refundId`: the refund, if it exists already. Throws AppError.
 */
export async function validateRefundLines(
  tx: Db,
  sale: PaymentRow,
  requested: readonly RequestedLine[],
  refundId: string | null = null,
): Promise<RefundLine[]> {
  const lines = listPaidLines(await listOrderLines(tx, [sale.attemptId]), sale);
  const refunded = (await listRefundedLines(tx, sale.id)).filter((line) => line.refundId !== refundId);
  return requested.map((request, index) => {
    const { key } = request;
    const line = lines.find((candidate) => candidate.key === key);
    if (!line || requested.findIndex((other) => other.key === key) < index)
      throw new AppError('invalid_request', { facts: { problems: [`lineItems: the payment has no line ${key}`] } });
    const previous = refunded.filter(({ orderLineId }) => orderLineId === line.id);
    return { orderLineId: line.id, ...toLineRefund(line, previous, request, sale.currency) };
  });
}

function toLineRefund(
  line: OrderLineRow,
  previous: readonly LineRefund[],
  request: RequestedLine,
  currency: string,
): LineRefund {
  const { total: rest, quantity: unitsLeft } = getLineRest(line, previous);
  if (request.quantity !== undefined && request.amount !== undefined)
    throw new AppError('invalid_request', {
      facts: { problems: [`lineItems: ${orderErrorMessages.refund.unitsOrAmount}`] },
    });
  const quantity = request.amount === undefined ? (request.quantity ?? unitsLeft) : null;
  if (quantity !== null && quantity > unitsLeft)
    throw new AppError('refund_above_rest', {
      message: orderErrorMessages.refund.unitsAboveRest({ count: unitsLeft, name: line.name }),
      facts: { rest },
    });
  const amount = request.amount ?? calculateUnitRefund(line, previous, quantity ?? 0, currency);
  if (amount === 0 || amount > rest) throw new AppError('refund_above_rest', { facts: { rest } });
  const { step } = getCurrency(currency);
  if (amount % step !== 0 && amount !== rest)
    throw new AppError('invalid_request', { facts: { problems: [`lineItems: must be multiples of ${step}`] } });
  return { amount, quantity: quantity || null };
}

/** What was refunded of the lines in one payment, or is about to be. */
async function listRefundedLines(tx: Db, saleId: string): Promise<(RefundLine & { refundId: string })[]> {
  const rows = await tx
    .select({
      refundId: refunds.id,
      state: refunds.state,
      orderLineId: refundLines.orderLineId,
      amount: refundLines.amount,
      quantity: refundLines.quantity,
    })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(eq(refunds.saleId, saleId));
  return rows.filter(({ state }) => state !== 'failed' && state !== 'canceled');
}

export async function insertRefundLines(tx: Db, refundId: string, lines: readonly RefundLine[]): Promise<void> {
  if (lines.length > 0) await tx.insert(refundLines).values(lines.map((line) => ({ refundId, ...line })));
}
