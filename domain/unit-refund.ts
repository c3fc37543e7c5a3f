import { getCurrency } from './currencies.ts';

/** A line item of one payment. Minor units. */
type PaidLine = { total: number; quantity: number };

/** A refund of a line item. `quantity` null: of an amount, not of units. */
export type LineRefund = { amount: number; quantity: number | null };

/** What is left of a line item after refunds. */
export const getLineRest = ({ total, quantity }: PaidLine, refunds: readonly LineRefund[]): PaidLine => ({
  total: refunds.reduce((rest, { amount }) => rest - amount, total),
  quantity: refunds.reduce((rest, refund) => rest - (refund.quantity ?? 0), quantity),
});

/**
 * Amount of a refund of units. What refunds of units have left is shared among the other units by the largest remainder, in
 * steps of the currency. The last units get all that is left of the line item. The amount exceeds that if amounts were refunded.
 */
export function calculateUnitRefund(
  line: PaidLine,
  refunds: readonly LineRefund[],
  units: number,
  currency: string,
): number {
  const rest = getLineRest(line, refunds);
  if (units === rest.quantity) return rest.total;
  const { total } = getLineRest(
    line,
    refunds.filter(({ quantity }) => quantity !== null),
  );
  const { step } = getCurrency(currency);
  const steps = Math.floor(total / step);
  return step * (units * Math.floor(steps / rest.quantity) + Math.min(units, steps % rest.quantity));
}
