import { formatMoney } from '#domain/money.ts';
import type { OrderTotals } from '#domain/order.ts';

import { formatCount } from '#app/ui/count-text.ts';

function TotalItem({
  label,
  amount,
  currency,
  isDeduction,
}: {
  label: string;
  amount: number;
  currency: string;
  isDeduction?: boolean;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isDeduction && amount > 0 ? 'num neg' : 'num'}>
        {formatMoney(isDeduction ? -amount : amount, currency)}
      </dd>
    </div>
  );
}

/** Totals of the filtered orders across all pages, per currency. */
export function OrderTotalsList({ totals }: { totals: readonly OrderTotals[] }) {
  return (
    <ul className="order-sums small" aria-label="What these orders come to">
      {totals.map(({ currency, count, received, refunded, lost, net }) => (
        <li key={currency}>
          <span className="muted num">
            {formatCount(count)} {count === 1 ? 'order' : 'orders'} in {currency}
          </span>
          <dl>
            <TotalItem label="Received" amount={received} currency={currency} />
            <TotalItem label="Refunded" amount={refunded} currency={currency} isDeduction />
            {lost > 0 && <TotalItem label="Lost to disputes" amount={lost} currency={currency} isDeduction />}
            <TotalItem label="Net" amount={net} currency={currency} />
          </dl>
        </li>
      ))}
    </ul>
  );
}
