import { ProgressBar } from '#app/components/progress-bar.tsx';
import { billingMessages } from '#content/messages/billing.ts';
import { USAGE_WARNING_PERCENTAGE } from '#domain/plans.ts';
import type { MonthlySales } from '#domain/subscription.ts';

import { formatSales } from './format-billing.tsx';

function getWarning({ percentage, exceeded }: MonthlySales): 'near' | 'over' | null {
  if (exceeded) return 'over';
  return percentage >= USAGE_WARNING_PERCENTAGE ? 'near' : null;
}

/** Progress bar of the monthly sales limit; nothing for unlimited plans. The amounts are shown beside it as text. */
export function UsageBar({ sales, isSmall = false }: { sales: MonthlySales; isSmall?: boolean }) {
  const { amount, limit } = sales;
  if (limit === null) return null;
  return (
    <ProgressBar
      label={billingMessages.usage.barLabel}
      value={amount}
      max={limit}
      text={billingMessages.usage.barValue({ amount: formatSales(amount), limit: formatSales(limit) })}
      warning={getWarning(sales)}
      isSmall={isSmall}
    />
  );
}
