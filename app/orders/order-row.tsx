import { Repeat2, TicketPercent } from 'lucide-react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/ui/badge.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { OrderRow } from '#domain/order.ts';

import { getAmountDisplay, BILLING_LABELS, getBuyerName, DISPUTE_BADGES, ORDER_STATE_BADGES } from './order-look.ts';

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

export function OrderTableRow({ order }: { order: OrderRow }) {
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
