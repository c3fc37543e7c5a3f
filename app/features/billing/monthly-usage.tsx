import { PriceDisplay } from '#app/components/price-display.tsx';
import { getPlan, PLANS, type PlanId } from '#domain/plans.ts';
import type { MonthlySales, SubscriptionStatus } from '#domain/subscription.ts';
import { getNextMonthStart } from '#domain/usage.ts';

import { formatSales } from './format-billing.ts';
import { formatPlanDay } from './plan-date.tsx';
import { UsageBar } from './usage-bar.tsx';

/** Font size by length, so that amounts with cents fit a phone. */
function getFontSize({ length }: string): string {
  if (length <= 6) return '2.75rem';
  return length <= 9 ? '2.125rem' : '1.375rem';
}

function RemainingSales({ amount, limit, exceeded }: MonthlySales) {
  if (limit === null) return <p className="small muted plan-left">Unlimited sales on Pro</p>;
  return (
    <p className="num plan-left">
      <span className="fig">{formatSales(Math.abs(limit - amount))}</span>
      <span className="small muted">{exceeded ? `over ${formatSales(limit)}` : `left of ${formatSales(limit)}`}</span>
    </p>
  );
}

/** Sentence about what happens at the sales limit, depending on plan and state. */
function describeLimit({ status, monthlySales: { limit } }: SubscriptionStatus, currentPlan: PlanId): string {
  const nextPlan = PLANS[PLANS.indexOf(getPlan(currentPlan)) + 1];
  if (limit === null || !nextPlan || status === 'canceled') return '';
  const chargeText =
    status === 'trialing'
      ? '; in the trial that costs nothing'
      : ' and charge the difference for the rest of the month';
  return `If you pass ${formatSales(limit)}, we move you to ${nextPlan.name}${chargeText}. No sale is ever stopped.`;
}

/** The month's sales as amounts and as a progress bar. */
export function MonthlyUsage({ status, currentPlan }: { status: SubscriptionStatus; currentPlan: PlanId }) {
  const monthlySales = status.monthlySales;
  const resetDay = formatPlanDay(getNextMonthStart(new Date(status.now)).toISOString());
  return (
    <div className="plan-usage">
      <div className="plan-figures">
        <div>
          <h2 className="small muted">Usage this month</h2>
          <PriceDisplay text={formatSales(monthlySales.amount)} size={getFontSize(formatSales(monthlySales.amount))} />
        </div>
        <RemainingSales {...monthlySales} />
      </div>
      <UsageBar sales={monthlySales} />
      <p className="small muted">
        {monthlySales.transactions === 1 ? '1 sale' : `${monthlySales.transactions} sales`}, net of refunds. The counter
        starts again on {resetDay}. {describeLimit(status, currentPlan)}
      </p>
    </div>
  );
}
