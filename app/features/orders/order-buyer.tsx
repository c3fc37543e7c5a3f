import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';

import { Detail } from '#app/components/detail.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { getItemName } from '#content/messages/item-name.ts';
import { orderDetailMessages } from '#content/messages/order-details.ts';
import { orderMessages } from '#content/messages/orders.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

import { describePaymentMethod } from './describe-payment-method.ts';
import { getCountryName } from './order-display.ts';
import { OrderSection } from './order-section.tsx';

const messages = orderDetailMessages.buyer;

function RelatedOrders({ others }: Pick<OrderDetail, 'others'>) {
  return (
    <ul className="order-related">
      {others.map(({ id, number, productName: name, quantity, state, createdAt }) => (
        <li key={id}>
          <Link className="link" to={`/orders/${id}`} dir="auto">
            {getItemName({ name, quantity }) || orderMessages.orderName({ number })}
          </Link>
          <span className="faint">
            {' '}
            <RichText
              text={messages.otherOrder({ number, state: orderMessages.states[state] })}
              tags={{ time: () => <UtcTime iso={createdAt} /> }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The buyer's data, as far as it is known. */
export function OrderBuyer({ order }: { order: OrderDetail }) {
  const { buyerName, email, country, customerId, others, receipt, payments, providerUrl } = order;
  const reference = payments.findLast(({ reference: id }) => id !== null)?.reference ?? null;
  return (
    <OrderSection id="order-table__buyer" title={messages.title}>
      <dl className="order-details small">
        <Detail label={messages.name} dir="auto">
          {buyerName}
        </Detail>
        <Detail label={messages.email}>
          {email ?? <span className="faint">{order.anonymized ? messages.deleted : messages.noEmail}</span>}
          {receipt.state === 'bounced' && <div className="neg">{messages.emailBounces}</div>}
        </Detail>
        <Detail label={messages.customer}>
          {customerId && (
            <Link className="link" to={`/customers/${customerId}`}>
              {messages.viewCustomer}
            </Link>
          )}
        </Detail>
        <Detail label={messages.country}>{country && getCountryName(country)}</Detail>
        <Detail label={messages.paymentMethod}>{order.total > 0 && describePaymentMethod(order)}</Detail>
        <Detail label={messages.otherOrders}>{others.length > 0 && <RelatedOrders others={others} />}</Detail>
        <Detail label={messages.payment}>
          <a className="link order-external-link" href={providerUrl} target="_blank" rel="noreferrer">
            {reference ? messages.paymentInStripe({ id: shortenId(reference) }) : messages.viewInStripe}
            <ArrowUpRight className="i" aria-hidden="true" />
          </a>
        </Detail>
      </dl>
    </OrderSection>
  );
}

/** `pi_3Q8v…c0Fd` */
const shortenId = (id: string): string => (id.length > 16 ? `${id.slice(0, 7)}…${id.slice(-4)}` : id);
