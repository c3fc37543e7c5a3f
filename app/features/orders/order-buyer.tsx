import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';

import { UtcTime } from '#app/components/utc-time.tsx';
import type { OrderDetail } from '#domain/order-detail.ts';

import { ORDER_STATE_BADGES } from './order-display.ts';

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
    <section className="sheet pad" aria-labelledby="order-table__buyer">
      <h2 className="h2 order-section__title" id="order-table__buyer">
        Buyer
      </h2>
      <dl className="order-details small">
        {buyerName && (
          <>
            <dt>Name</dt>
            <dd dir="auto">{buyerName}</dd>
          </>
        )}
        <dt>Email</dt>
        <dd>
          {email ?? <span className="faint">Not known yet</span>}
          {receipt.state === 'bounced' && <div className="neg">Mail to this address comes back</div>}
        </dd>
        {country && (
          <>
            <dt>Country</dt>
            <dd>{getCountryName(country)}</dd>
          </>
        )}
        {others.length > 0 && (
          <>
            <dt>Also bought</dt>
            <dd>
              <RelatedOrders others={others} />
            </dd>
          </>
        )}
        <dt>Payment</dt>
        <dd>
          <a className="link order-external-link" href={providerUrl} target="_blank" rel="noreferrer">
            {reference ? `${shortenId(reference)} in Stripe` : 'In Stripe'}
            <ArrowUpRight className="i" aria-hidden="true" />
          </a>
        </dd>
      </dl>
    </section>
  );
}

/** `pi_3Q8v…c0Fd` */
const shortenId = (id: string): string => (id.length > 16 ? `${id.slice(0, 7)}…${id.slice(-4)}` : id);
