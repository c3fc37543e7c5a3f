import { Repeat2, TicketPercent } from 'lucide-react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import type { OrderRow } from '#domain/order.ts';

import { getAmountDisplay, BILLING_LABELS, getBuyerName, DISPUTE_BADGES, ORDER_STATE_BADGES } from './order-display.ts';

/** The link covers the whole row. */
function Buyer({ order }: { order: OrderRow }) {
  const { search } = useLocation();
  const name = getBuyerName(order);
  return (
    <>
      <Link className="order-link" to={`/orders/${order.id}`} state={{ list: search }} dir="auto">
        {name ?? 'No email yet'}
        <span className="vh">, order {order.number}</span>
      </Link>
      {order.buyerName && order.email && <div className="order-mail small faint">{order.email}</div>}
    </>
  );
}

function Product({ order }: { order: OrderRow }) {
  return (
    <div className="order-line">
      <span dir="auto">{order.productName}</span>
      {order.billing && <Badge label={BILLING_LABELS[order.billing]} Icon={Repeat2} />}
      {order.couponCode && <Badge label={order.couponCode} Icon={TicketPercent} />}
    </div>
  );
}

function OrderTableRow({ order }: { order: OrderRow }) {
  const amount = getAmountDisplay(order);
  return (
    <tr>
      <td className="order-no">{order.number}</td>
      <td className="order-buyer">
        <Buyer order={order} />
      </td>
      <td className="order-product">
        <Product order={order} />
      </td>
      <td className="order-when">
        <UtcTime iso={order.createdAt} />
      </td>
      <td className="order-state">
        <div className="order-badges">
          <Badge {...ORDER_STATE_BADGES[order.state]} />
          {order.dispute && <Badge {...DISPUTE_BADGES[order.dispute]} />}
        </div>
      </td>
      <td className={`order-amount amt r ${amount.tone}`}>
        {amount.text}
        {amount.netText && <div className="order-kept small faint">{amount.netText} kept</div>}
      </td>
    </tr>
  );
}

/** `isStale`: a new list is loading, and this one is outdated. */
export function OrderTable({ orders, isStale }: { orders: readonly OrderRow[]; isStale: boolean }) {
  return (
    <table className="table orders" aria-busy={isStale || undefined}>
      <caption className="vh">Orders, newest first</caption>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Buyer</th>
          <th scope="col">Product</th>
          <th scope="col">When</th>
          <th scope="col">State</th>
          <th scope="col" className="r">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderTableRow key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}
