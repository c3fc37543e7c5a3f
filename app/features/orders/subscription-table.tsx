import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
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

const COLUMNS: TableColumn<BuyerSubscription>[] = [
  { header: 'Buyer', className: 'sub-buyer', render: (subscription) => <Buyer subscription={subscription} /> },
  { header: 'Product', className: 'sub-product', render: ({ productName }) => <span dir="auto">{productName}</span> },
  { header: 'State', className: 'sub-state', render: ({ state }) => <Badge {...SUBSCRIPTION_STATE_BADGES[state]} /> },
  {
    header: 'Next',
    className: 'sub-next',
    render: (subscription) => {
      const { first, after } = describeNextStep(subscription);
      return (
        <>
          {first}
          {after && <div className="small faint">{after}</div>}
        </>
      );
    },
  },
  {
    header: 'Amount',
    align: 'right',
    className: 'sub-amount amt',
    render: ({ amount, currency, billing }) => (
      <>
        {formatMoney(amount, currency)}
        <div className="small faint">{BILLING_SUFFIXES[billing]}</div>
      </>
    ),
  },
  {
    header: 'Kept so far',
    align: 'right',
    className: 'sub-paid amt',
    render: (subscription) => {
      const { net, count } = describePayments(subscription);
      return (
        <>
          {net}
          <div className="small faint">{count}</div>
        </>
      );
    },
  },
];

type Props = SubscriptionCallbacks & { subscriptions: readonly BuyerSubscription[]; isStale: boolean };

export function SubscriptionTable({ subscriptions, isStale, ...callbacks }: Props) {
  const actionColumn: TableColumn<BuyerSubscription> = {
    header: 'What can be done',
    isHeaderHidden: true,
    className: 'sub-acts',
    render: (subscription) => <SubscriptionActions subscription={subscription} {...callbacks} />,
  };
  return (
    <Table
      caption="Buyers’ subscriptions, newest first"
      className="subs"
      columns={[...COLUMNS, actionColumn]}
      rows={subscriptions}
      getKey={({ id }) => id}
      isStale={isStale}
    />
  );
}
