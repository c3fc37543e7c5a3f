import type { QuoteLine } from './quote.ts';

type Line = Pick<QuoteLine, 'kind' | 'subtotal' | 'discount' | 'total' | 'afterTrial'>;

/** The lines that are paid at once, not when a free trial ends. */
export const listDueLines = <L extends Pick<QuoteLine, 'afterTrial'>>(lines: readonly L[]): L[] =>
  lines.filter(({ afterTrial }) => !afterTrial);

/**
 * The lines of a payment. The first one contains nothing that is due after a free trial. A renewal contains the recurring lines
 * only, at their full price after the end of a discount.
 */
export function listPaidLines<L extends Line>(lines: readonly L[], payment: { renewal: boolean; amount: number }): L[] {
  if (!payment.renewal) return listDueLines(lines);
  const recurring = lines.filter(({ kind }) => kind === 'recurring');
  const isFullPrice = payment.amount === recurring.reduce((sum, { subtotal }) => sum + subtotal, 0);
  return isFullPrice ? recurring.map((line) => ({ ...line, discount: 0, total: line.subtotal })) : recurring;
}
