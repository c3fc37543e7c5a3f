import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import { formatMoney } from '#domain/money.ts';

import {
  getBuyerName,
  BILLING_SUFFIXES,
  describeNextStep,
  describePayments,
  SUBSCRIPTION_STATE_BADGES,
} from './order-display.ts';
import { SubscriptionActions } from './subscription-actions.tsx';

type SubscriptionCallbacks = { onChanged: (subscription: BuyerSubscription) => void; onStale: () => void };

function Buyer({ subscription }: { subscription: BuyerSubscription }) {
  const { orderId, orderNumber, buyerName, email } = subscription;
  const name = getBuyerName(subscription) ?? 'No email yet';
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

function Row({ subscription, ...callbacks }: SubscriptionCallbacks & { subscription: BuyerSubscription }) {
  const { amount, currency, billing, productName, state } = subscription;
  const next = describeNextStep(subscription);
  const paid = describePayments(subscription);
  return (
    <tr>
      <td className="sub-buyer">
        <Buyer subscription={subscription} />
      </td>
      <td className="sub-product" dir="auto">
        {productName}
      </td>
      <td className="sub-state">
        <Badge {...SUBSCRIPTION_STATE_BADGES[state]} />
      </td>
      <td className="sub-next">
        {next.first}
        {next.after && <div className="small faint">{next.after}</div>}
      </td>
      <td className="sub-amount amt r">
        {formatMoney(amount, currency)}
        <div className="small faint">{BILLING_SUFFIXES[billing]}</div>
      </td>
      <td className="sub-paid amt r">
        {paid.net}
        <div className="small faint">{paid.count}</div>
      </td>
      <td className="sub-acts">
        <SubscriptionActions subscription={subscription} {...callbacks} />
      </td>
    </tr>
  );
}

type Props = SubscriptionCallbacks & { subscriptions: readonly BuyerSubscription[]; isStale: boolean };

export function SubscriptionTable({ subscriptions, isStale, ...callbacks }: Props) {
  return (
    <table className="table subs" aria-busy={isStale || undefined}>
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
          <Row key={subscription.id} subscription={subscription} {...callbacks} />
        ))}
      </tbody>
    </table>
  );
}
