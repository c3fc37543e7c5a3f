import { moneyText } from '#domain/money.ts';
import type { OrderTotals } from '#domain/order.ts';

import { countText } from '#app/ui/count-text.ts';

function Sum({
  label,
  amount,
  currency,
  gone,
}: {
  label: string;
  amount: number;
  currency: string;
  gone?: boolean;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={gone && amount > 0 ? 'num neg' : 'num'}>
        {moneyText(gone ? -amount : amount, currency)}
      </dd>
    </div>
  );
}

/** Totals of the filtered orders across all pages, per currency. */
export function OrderSums({ totals }: { totals: readonly OrderTotals[] }) {
  return (
    <ul className="order-sums small" aria-label="What these orders come to">
      {totals.map(({ currency, count, received, refunded, lost, net }) => (
        <li key={currency}>
          <span className="muted num">
            {countText(count)} {count === 1 ? 'order' : 'orders'} in {currency}
          </span>
          <dl>
            <Sum label="Received" amount={received} currency={currency} />
            <Sum label="Refunded" amount={refunded} currency={currency} gone />
            {lost > 0 && <Sum label="Lost to disputes" amount={lost} currency={currency} gone />}
            <Sum label="Net" amount={net} currency={currency} />
          </dl>
        </li>
      ))}
    </ul>
  );
}
