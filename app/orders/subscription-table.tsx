import { Link } from 'react-router';

import { Badge } from '#app/ui/badge.tsx';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import { moneyText } from '#domain/money.ts';

import { buyerOf } from './order-look.ts';
import { SubscriptionKeys } from './subscription-keys.tsx';
import { EACH, nextWords, paidWords, SUBSCRIPTION_LOOKS } from './subscription-look.ts';

type Acts = { onChanged: (subscription: BuyerSubscription) => void; onStale: () => void };

function Buyer({ subscription }: { subscription: BuyerSubscription }) {
  const { orderId, orderNumber, buyerName, email } = subscription;
  const name = buyerOf(subscription) ?? 'No email yet';
  return (
    <>
      {orderId ? (
        <Link to={`/orders/${orderId}`} dir="auto">
          {name}
          <span className="vh">, order {orderNumber}</span>
        </Link>
      ) : (
        <span dir="auto">{name}</span>
      )}
      {buyerName && email && <div className="order-mail small faint">{email}</div>}
    </>
  );
}

function Row({ subscription, ...acts }: Acts & { subscription: BuyerSubscription }) {
  const { amount, currency, billing, productName, state } = subscription;
  const next = nextWords(subscription);
  const paid = paidWords(subscription);
  return (
    <tr>
      <td className="sub-buyer">
        <Buyer subscription={subscription} />
      </td>
      <td className="sub-product" dir="auto">
        {productName}
      </td>
      <td className="sub-state">
        <Badge {...SUBSCRIPTION_LOOKS[state]} />
      </td>
      <td className="sub-next">
        {next.first}
        {next.after && <div className="small faint">{next.after}</div>}
      </td>
      <td className="sub-amount amt r">
        {moneyText(amount, currency)}
        <div className="small faint">{EACH[billing]}</div>
      </td>
      <td className="sub-paid amt r">
        {paid.net}
        <div className="small faint">{paid.count}</div>
      </td>
      <td className="sub-acts">
        <SubscriptionKeys subscription={subscription} {...acts} />
      </td>
    </tr>
  );
}

type Props = Acts & { subscriptions: readonly BuyerSubscription[]; late: boolean };

export function SubscriptionTable({ subscriptions, late, ...acts }: Props) {
  return (
    <table className="table subs" aria-busy={late || undefined}>
      <caption className="vh">Buyers’ subscriptions, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Buyer</th>
          <th scope="col">Product</th>
          <th scope="col">State</th>
          <th scope="col">Next</th>
          <th scope="col" className="r">
            Amount
          </th>
          <th scope="col" className="r">
            Kept so far
          </th>
          <th scope="col">
            <span className="vh">What can be done</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {subscriptions.map((subscription) => (
          <Row key={subscription.id} subscription={subscription} {...acts} />
        ))}
      </tbody>
    </table>
  );
}
