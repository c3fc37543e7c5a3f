import { billingMessages } from '#content/messages/billing.ts';
import { USAGE_WARNING_PERCENTAGE } from '#domain/plans.ts';
import type { MonthlySales } from '#domain/subscription.ts';

import { formatSales } from './format-billing.tsx';

const getClassName = ({ percentage, exceeded }: MonthlySales): string => {
  if (exceeded) return 'roll near over';
  return percentage >= USAGE_WARNING_PERCENTAGE ? 'roll near' : 'roll';
};

/** Progress bar of the monthly sales limit; nothing for unlimited plans. The amounts are shown beside it as text. */
export function UsageBar({ sales, isSmall = false }: { sales: MonthlySales; isSmall?: boolean }) {
  const { amount, limit, percentage } = sales;
  if (limit === null) return null;
  const percentUsed = Math.min(100, Math.max(0, (amount / limit) * 100));
  return (
    <span
      className={isSmall ? `${getClassName(sales)} sm` : getClassName(sales)}
      role="progressbar"
      aria-label={billingMessages.usage.barLabel}
      aria-valuenow={Math.min(100, Math.max(0, percentage))}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={billingMessages.usage.barValue({ amount: formatSales(amount), limit: formatSales(limit) })}
      style={{ '--v': `${percentUsed.toFixed(1)}%` } as React.CSSProperties}
    >
      <i />
    </span>
  );
}
