import { ChevronDown } from 'lucide-react';

import { formatCount } from '#app/ui/count-text.ts';
import type { CurrencyRevenue } from '#domain/analytics.ts';
import { formatMoney } from '#domain/money.ts';

import { InfoPopover } from './info-pop.tsx';

type LineProps = { label: string; amount: number; currency: string };

const Line = ({ label, amount, currency }: LineProps) => (
  <div>
    <dt>
      {label} <i className="dots" />
    </dt>
    <dd className={amount < 0 ? 'num neg' : 'num'}>{formatMoney(amount, currency)}</dd>
  </div>
);

/** Revenue of one currency as a small receipt. */
function CurrencyRevenueReceipt({ revenue }: { revenue: CurrencyRevenue }) {
  const { currency, orders, received, refunded, lost, net } = revenue;
  return (
    <li>
      <p className="h3">
        {currency.toUpperCase()}{' '}
        <span className="muted small num">
          {formatCount(orders)} {orders === 1 ? 'order' : 'orders'}
        </span>
      </p>
      <dl className="lines receipt-type">
        <Line label="Received" amount={received} currency={currency} />
        {refunded > 0 && <Line label="Refunded" amount={-refunded} currency={currency} />}
        {lost > 0 && <Line label="Lost to disputes" amount={-lost} currency={currency} />}
        <Line label="Net" amount={net} currency={currency} />
      </dl>
    </li>
  );
}

/** Popover with the revenue by currency. Currencies are added up only at their historical rates. */
export function RevenuePopover({ money }: { money: readonly CurrencyRevenue[] }) {
  if (money.length === 0) return null;
  const buttonLabel =
    money.length === 1 ? `All in ${money[0]?.currency.toUpperCase()}` : `In ${money.length} currencies`;
  return (
    <InfoPopover
      label={`${buttonLabel}: what was received and what went back`}
      className="an-money-key"
      trigger={
        <>
          {buttonLabel}
          <ChevronDown className="i" aria-hidden="true" />
        </>
      }
    >
      <ul className="an-money">
        {money.map((revenue) => (
          <CurrencyRevenueReceipt key={revenue.currency} revenue={revenue} />
        ))}
      </ul>
    </InfoPopover>
  );
}
