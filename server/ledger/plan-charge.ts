import type { OrderAggregate, Sale } from './leaf.ts';
import { withRow, type PlanningContext } from './leaf.ts';
import { planDisputes } from './plan-disputes.ts';
import { planRefunds } from './plan-refunds.ts';
import { calculateUsdRefund } from '#domain/exchange-rates.ts';
import type { StripeSnapshotOf } from './truth.ts';

/** Applies the refunds and disputes of a charge to its sale. */
export function planCharge(
  aggregate: OrderAggregate,
  sale: Sale,
  snapshot: StripeSnapshotOf<'charge'>,
  planningContext: PlanningContext,
): OrderAggregate {
  const { charge, refunds, disputes } = snapshot;
  // Failed payment attempts are charges too; only the charge that paid the sale counts.
  if (charge.status === 'failed' || (sale.chargeId && sale.chargeId !== charge.id)) return aggregate;
  const withRefunds = planRefunds(aggregate, sale, refunds, planningContext);
  const withDisputes = planDisputes(withRefunds, sale, disputes, planningContext);
  const refunded = Math.min(charge.amount_refunded, sale.amount);
  const updatedSale = { ...sale, chargeId: charge.id, refunded };
  return { ...withDisputes, sales: withRow(withDisputes.sales, withLoss(updatedSale, withDisputes)) };
}

/** Computes the amount lost to disputes, at most what was left of the sale after refunds. */
function withLoss(sale: Sale, { disputes }: OrderAggregate): Sale {
  const { amount, refunded, usdCents } = sale;
  const claimedAmount = disputes
    .filter(({ saleId, status }) => saleId === sale.id && status === 'lost')
    .reduce((sum, dispute) => sum + (dispute.currency === sale.currency ? dispute.amount : amount), 0);
  const lost = Math.min(claimedAmount, amount - refunded);
  return { ...sale, lost, usdRefunded: calculateUsdRefund(usdCents, amount, refunded + lost) };
}
