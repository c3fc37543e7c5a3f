import { PriceFlags } from '#app/ui/price-flags.tsx';
import { planOf, PLANS, type PlanId } from '#domain/plans.ts';
import type { MonthlySales, SubscriptionStatus } from '#domain/subscription.ts';
import { nextMonthStart } from '#domain/usage.ts';

import { salesText } from './dollars.ts';
import { dayText } from './plan-day.tsx';
import { UsageRoll } from './usage-roll.tsx';

/** Font size by length, so that amounts with cents fit a phone. */
function flagSize({ length }: string): string {
  if (length <= 6) return '2.75rem';
  return length <= 9 ? '2.125rem' : '1.375rem';
}

function Left({ amount, limit, exceeded }: MonthlySales) {
  if (limit === null) return <p className="small muted plan-left">Unlimited sales on Pro</p>;
  return (
    <p className="num plan-left">
      <span className="fig">{salesText(Math.abs(limit - amount))}</span>
      <span className="small muted">
        {exceeded ? `over ${salesText(limit)}` : `left of ${salesText(limit)}`}
      </span>
    </p>
  );
}

/** Sentence about what happens at the sales limit, depending on plan and state. */
function atLimit({ status, monthlySales: { limit } }: SubscriptionStatus, held: PlanId): string {
  const next = PLANS[PLANS.indexOf(planOf(held)) + 1];
  if (limit === null || !next || status === 'canceled') return '';
  const charge =
    status === 'trialing'
      ? '; in the trial that costs nothing'
      : ' and charge the difference for the rest of the month';
  return `If you pass ${salesText(limit)}, we move you to ${next.name}${charge}. No sale is ever stopped.`;
}

/** The month's sales as amounts and as a progress bar. */
export function MonthUsage({ status, held }: { status: SubscriptionStatus; held: PlanId }) {
  const sales = status.monthlySales;
  const again = dayText(nextMonthStart(new Date(status.now)).toISOString());
  return (
    <div className="plan-usage">
      <div className="plan-figures">
        <div>
          <h2 className="small muted">Usage this month</h2>
          <PriceFlags text={salesText(sales.amount)} size={flagSize(salesText(sales.amount))} />
        </div>
        <Left {...sales} />
      </div>
      <UsageRoll sales={sales} />
      <p className="small muted">
        {sales.transactions === 1 ? '1 sale' : `${sales.transactions} sales`}, net of refunds. The counter
        starts again on {again}. {atLimit(status, held)}
      </p>
    </div>
  );
}
