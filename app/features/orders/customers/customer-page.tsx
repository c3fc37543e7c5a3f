import { ArrowLeft, Mail, MailX } from 'lucide-react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { buttonVariants } from '#app/components/button.tsx';
import { Detail } from '#app/components/detail.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { customerMessages } from '#content/messages/customers.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { orderTimelineMessages } from '#content/messages/order-timeline.ts';
import { orderMessages } from '#content/messages/orders.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import type { CustomerDetail, CustomerEmail } from '#domain/customer.ts';
import { getMailtoUrl } from '#domain/mailto-url.ts';
import type { OrderRow, OrderTotals } from '#domain/order.ts';

import {
  BILLING_SUFFIXES,
  DISPUTE_BADGES,
  ORDER_STATE_BADGES,
  describeNextStep,
  getAmountDisplay,
  getCountryName,
  getSubscriptionBadge,
} from '../order-display.ts';
import { OrderSection } from '../order-section.tsx';
import { CustomerData } from './customer-data.tsx';
import { CustomerNote } from './customer-note.tsx';

function Total({ total: { currency, received, net } }: { total: OrderTotals }) {
  return (
    <div className="num">
      <b>{formatMoney(net, currency)}</b>
      {received !== net && (
        <span className="faint">
          {' '}
          {customerMessages.summary.received({ received: formatMoney(received, currency) })}
        </span>
      )}
    </div>
  );
}

function CustomerSummary({ customer }: { customer: CustomerDetail }) {
  const messages = customerMessages.summary;
  const { email, emailBounces, country, totals, firstOrderAt, lastOrderAt } = customer;
  return (
    <OrderSection id="customer-summary" title={messages.title}>
      <dl className="order-details small">
        <Detail label={messages.spent}>
          {totals.map((total) => (
            <Total key={total.currency} total={total} />
          ))}
        </Detail>
        <Detail label={messages.email}>
          <a className="link" href={getMailtoUrl(email)}>
            {email}
          </a>
          {emailBounces && <div className="neg">{messages.emailBounces}</div>}
        </Detail>
        <Detail label={messages.country}>{country && getCountryName(country)}</Detail>
        <Detail label={messages.first}>
          <UtcTime iso={firstOrderAt} />
        </Detail>
        <Detail label={messages.last}>
          <UtcTime iso={lastOrderAt} />
        </Detail>
      </dl>
    </OrderSection>
  );
}

const orderColumns = customerMessages.orders.columns;

const ORDER_COLUMNS: TableColumn<OrderRow>[] = [
  { header: orderColumns.number, className: 'order-table__number', render: ({ number }) => number },
  {
    header: orderColumns.product,
    className: 'customer-orders__product',
    render: ({ id, number, productName: name, quantity }) => (
      <Link className="order-table__link" to={`/orders/${id}`} dir="auto">
        {getItemName({ name, quantity }) || orderMessages.orderName({ number })}
        <span className="vh">{orderMessages.linkSuffix({ number })}</span>
      </Link>
    ),
  },
  {
    header: orderColumns.date,
    className: 'customer-orders__date',
    render: ({ createdAt }) => <UtcTime iso={createdAt} />,
  },
  {
    header: orderColumns.state,
    className: 'customer-orders__state',
    render: ({ state, dispute }) => (
      <div className="order-badges">
        <Badge {...ORDER_STATE_BADGES[state]} />
        {dispute && <Badge {...DISPUTE_BADGES[dispute]} />}
      </div>
    ),
  },
  {
    header: orderColumns.amount,
    align: 'right',
    className: (order) => `customer-orders__amount amt ${getAmountDisplay(order).tone}`,
    render: (order) => {
      const { text, netText } = getAmountDisplay(order);
      return (
        <>
          {text}
          {netText && <div className="order-table__net small faint">{orderMessages.net({ amount: netText })}</div>}
        </>
      );
    },
  },
];

function CustomerOrders({ customer: { orders, orderCount, email } }: { customer: CustomerDetail }) {
  const messages = customerMessages.orders;
  return (
    <section className="sheet" aria-labelledby="customer-orders">
      <h2 className="h2 customer-orders__title" id="customer-orders">
        {messages.title}
      </h2>
      <Table
        caption={messages.caption}
        className="orders customer-orders"
        columns={ORDER_COLUMNS}
        rows={orders}
        getKey={({ id }) => id}
      />
      {orderCount > orders.length && (
        <p className="customer-orders__all small">
          <Link className="link" to={`/orders?${new URLSearchParams({ q: email }).toString()}`}>
            {messages.all({ text: formatCount(orderCount) })}
          </Link>
        </p>
      )}
    </section>
  );
}

function Subscription({ subscription }: { subscription: BuyerSubscription }) {
  const { orderId, amount, currency, billing } = subscription;
  const name = getItemName({ name: subscription.productName, quantity: subscription.quantity });
  const { first, after } = describeNextStep(subscription);
  const interval = BILLING_SUFFIXES[billing];
  return (
    <li>
      <div>
        {orderId ? (
          <Link className="link" to={`/orders/${orderId}`} dir="auto">
            {name}
          </Link>
        ) : (
          <span dir="auto">{name}</span>
        )}
        <div className="faint">{after ? `${first} · ${after}` : first}</div>
      </div>
      <div className="customer-items__right">
        <span className="num">
          {customerMessages.subscriptions.price({ amount: formatMoney(amount, currency), interval })}
        </span>
        <Badge {...getSubscriptionBadge(subscription)} />
      </div>
    </li>
  );
}

function CustomerSubscriptions({ customer: { subscriptions } }: { customer: CustomerDetail }) {
  if (subscriptions.length === 0) return null;
  return (
    <OrderSection id="customer-subscriptions" title={customerMessages.subscriptions.title}>
      <ul className="customer-items small">
        {subscriptions.map((subscription) => (
          <Subscription key={subscription.id} subscription={subscription} />
        ))}
      </ul>
    </OrderSection>
  );
}

function Email({ email: { kind, state, at, reason, orderId, orderNumber } }: { email: CustomerEmail }) {
  const isUndelivered = state === 'failed' || state === 'bounced';
  const Icon = isUndelivered ? MailX : Mail;
  return (
    <li>
      <div>
        <span className={isUndelivered ? 'customer-items__title neg' : 'customer-items__title'}>
          <Icon className="i" aria-hidden="true" />
          {orderTimelineMessages.emails[kind][state]}
        </span>
        {reason && <div className="faint">{reason}</div>}
      </div>
      <div className="customer-items__right">
        <Link className="link" to={`/orders/${orderId}`}>
          {customerMessages.emails.order({ number: orderNumber })}
        </Link>
        <span className="faint">
          <UtcTime iso={at} />
        </span>
      </div>
    </li>
  );
}

function CustomerEmails({ customer: { emails, hasMoreEmails } }: { customer: CustomerDetail }) {
  const messages = customerMessages.emails;
  return (
    <OrderSection id="customer-emails" title={messages.title}>
      {emails.length === 0 && <p className="muted small">{messages.none}</p>}
      <ul className="customer-items small">
        {emails.map((email) => (
          <Email key={`${email.orderId} ${email.kind} ${email.at}`} email={email} />
        ))}
      </ul>
      {hasMoreEmails && (
        <p className="small faint customer-data__hint">{messages.limited({ text: formatCount(emails.length) })}</p>
      )}
    </OrderSection>
  );
}

function CustomerNotFound() {
  const messages = customerMessages.notFound;
  return (
    <EmptyState level={1} title={messages.title}>
      <p className="muted">{messages.text}</p>
      <Link className={buttonVariants()} to="/customers">
        {messages.link}
      </Link>
    </EmptyState>
  );
}

/** Path of the customer list with the search and page that it had. */
function getListPath(state: unknown): string {
  const search = typeof state === 'object' && state !== null && 'list' in state ? state.list : '';
  return typeof search === 'string' && search.startsWith('?') ? `/customers${search}` : '/customers';
}

function BackToCustomers() {
  const { state } = useLocation();
  return (
    <p className="order-page__back">
      <Link className="link" to={getListPath(state)}>
        <ArrowLeft className="i" aria-hidden="true" /> {customerMessages.back}
      </Link>
    </p>
  );
}

const POLL_INTERVAL_MS = 30_000;

/** One customer with everything that they bought and every email that was sent to them. */
export function CustomerPage({ customerId }: { customerId: string }) {
  const query = useRpcQuery('get-customer', { customerId }, { refetchInterval: POLL_INTERVAL_MS });
  return (
    <>
      <BackToCustomers />
      <QueryBoundary query={query} errorTitle={customerMessages.loadError} rows={8} notFound={<CustomerNotFound />}>
        {(customer) => (
          <>
            <PageHeader title={<bdi>{customer.name ?? customer.email}</bdi>} />
            <div className="customer-page">
              <div className="order-page__sections">
                <CustomerOrders customer={customer} />
                <CustomerSubscriptions customer={customer} />
                <CustomerEmails customer={customer} />
              </div>
              <div className="order-page__sections">
                <CustomerSummary customer={customer} />
                <CustomerNote customer={customer} />
                <CustomerData customer={customer} />
              </div>
            </div>
          </>
        )}
      </QueryBoundary>
    </>
  );
}
