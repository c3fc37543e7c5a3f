import { USAGE_WARNING_PERCENT } from '#domain/plans.ts';
import type { MonthlySales } from '#domain/subscription.ts';

import { salesText } from './dollars.ts';

const look = ({ percentage, exceeded }: MonthlySales): string => {
  if (exceeded) return 'roll near over';
  return percentage >= USAGE_WARNING_PERCENT ? 'roll near' : 'roll';
};

/** Progress bar of the monthly sales limit; nothing for unlimited plans. The amounts are shown beside it as text. */
export function UsageRoll({ sales, small = false }: { sales: MonthlySales; small?: boolean }) {
  const { amount, limit, percentage } = sales;
  if (limit === null) return null;
  const used = Math.min(100, Math.max(0, (amount / limit) * 100));
  return (
    <span
      className={small ? `${look(sales)} sm` : look(sales)}
      role="progressbar"
      aria-label="Sales this month"
      aria-valuenow={Math.min(100, Math.max(0, percentage))}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${salesText(amount)} of ${salesText(limit)}`}
      style={{ '--v': `${used.toFixed(1)}%` } as React.CSSProperties}
    >
      <i />
    </span>
  );
}
