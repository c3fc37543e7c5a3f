import type { Leaf, Sale } from './leaf.ts';
import { withRow, type Desk } from './leaf.ts';
import { planDisputes } from './plan-disputes.ts';
import { planRefunds } from './plan-refunds.ts';
import { usdRefundOf } from '#domain/exchange-rates.ts';
import type { TruthOf } from './truth.ts';

/** Applies the refunds and disputes of a charge to its sale. */
export function planCharge(leaf: Leaf, sale: Sale, truth: TruthOf<'charge'>, desk: Desk): Leaf {
  const { charge, refunds, disputes } = truth;
  // Failed payment attempts are charges too; only the charge that paid the sale counts.
  if (charge.status === 'failed' || (sale.chargeId && sale.chargeId !== charge.id)) return leaf;
  const given = planRefunds(leaf, sale, refunds, desk);
  const disputed = planDisputes(given, sale, disputes, desk);
  const refunded = Math.min(charge.amount_refunded, sale.amount);
  const named = { ...sale, chargeId: charge.id, refunded };
  return { ...disputed, sales: withRow(disputed.sales, withLoss(named, disputed)) };
}

/** Computes the amount lost to disputes, at most what was left of the sale after refunds. */
function withLoss(sale: Sale, { disputes }: Leaf): Sale {
  const { amount, refunded, usdCents } = sale;
  const claimed = disputes
    .filter(({ saleId, status }) => saleId === sale.id && status === 'lost')
    .reduce((sum, dispute) => sum + (dispute.currency === sale.currency ? dispute.amount : amount), 0);
  const lost = Math.min(claimed, amount - refunded);
  return { ...sale, lost, usdRefunded: usdRefundOf(usdCents, amount, refunded + lost) };
}
