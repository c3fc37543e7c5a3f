import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';

import { Detail } from '#app/components/detail.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import type { OrderDetail } from '#domain/order-detail.ts';

import { ORDER_STATE_BADGES } from './order-display.ts';
import { OrderSection } from './order-section.tsx';

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** English name of a country code; other values stay unchanged. */
const getCountryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? code) : code);

function RelatedOrders({ others }: Pick<OrderDetail, 'others'>) {
  return (
    <ul className="order-related">
      {others.map(({ id, number, productName, state, createdAt }) => (
        <li key={id}>
          <Link className="link" to={`/orders/${id}`} dir="auto">
            {productName || `Order ${number}`}
          </Link>
          <span className="faint">
            {' '}
            No. {number}, {ORDER_STATE_BADGES[state].label.toLowerCase()}, <UtcTime iso={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The buyer's data, as far as it is known. */
export function OrderBuyer({ order }: { order: OrderDetail }) {
  const { buyerName, email, country, others, receipt, payments, providerUrl } = order;
  const reference = payments.findLast(({ reference: id }) => id !== null)?.reference ?? null;
  return (
    <OrderSection id="order-table__buyer" title="Buyer">
      <dl className="order-details small">
        <Detail label="Name" dir="auto">
          {buyerName}
        </Detail>
        <Detail label="Email">
          {email ?? <span className="faint">Not known yet</span>}
          {receipt.state === 'bounced' && <div className="neg">Mail to this address comes back</div>}
        </Detail>
        <Detail label="Country">{country && getCountryName(country)}</Detail>
        <Detail label="Also bought">{others.length > 0 && <RelatedOrders others={others} />}</Detail>
        <Detail label="Payment">
          <a className="link order-external-link" href={providerUrl} target="_blank" rel="noreferrer">
            {reference ? `${shortenId(reference)} in Stripe` : 'In Stripe'}
            <ArrowUpRight className="i" aria-hidden="true" />
          </a>
        </Detail>
      </dl>
    </OrderSection>
  );
}

/** `pi_3Q8v…c0Fd` */
const shortenId = (id: string): string => (id.length > 16 ? `${id.slice(0, 7)}…${id.slice(-4)}` : id);
