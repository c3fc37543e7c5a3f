import { ChevronDown } from 'lucide-react';

import { countText } from '#app/ui/count-text.ts';
import type { MoneySum } from '#domain/analytics.ts';
import { moneyText } from '#domain/money.ts';

import { InfoPop } from './info-pop.tsx';

type LineProps = { label: string; amount: number; currency: string };

const Line = ({ label, amount, currency }: LineProps) => (
  <div>
    <dt>
      {label} <i className="dots" />
    </dt>
    <dd className={amount < 0 ? 'num neg' : 'num'}>{moneyText(amount, currency)}</dd>
  </div>
);

/** Revenue of one currency as a small receipt. */
function CurrencySum({ sum }: { sum: MoneySum }) {
  const { currency, orders, received, refunded, lost, net } = sum;
  return (
    <li>
      <p className="h3">
        {currency.toUpperCase()}{' '}
        <span className="muted small num">
          {countText(orders)} {orders === 1 ? 'order' : 'orders'}
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
export function MoneyPop({ money }: { money: readonly MoneySum[] }) {
  if (money.length === 0) return null;
  const words =
    money.length === 1 ? `All in ${money[0]?.currency.toUpperCase()}` : `In ${money.length} currencies`;
  return (
    <InfoPop
      label={`${words}: what was received and what went back`}
      className="an-money-key"
      mark={
        <>
          {words}
          <ChevronDown className="i" aria-hidden="true" />
        </>
      }
    >
      <ul className="an-money">
        {money.map((sum) => (
          <CurrencySum key={sum.currency} sum={sum} />
        ))}
      </ul>
    </InfoPop>
  );
}
