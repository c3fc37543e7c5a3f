import { TicketPercent } from 'lucide-react';

import { Badge } from '#app/ui/badge.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { OrderRow } from '#domain/order.ts';

import { amountLook, STATE_LOOKS } from './order-look.ts';

function Row({ order }: { order: OrderRow }) {
  const amount = amountLook(order);
  return (
    <tr>
      <td className="order-no">{order.number}</td>
      <td className="order-buyer">{order.email ?? <span className="faint">No email yet</span>}</td>
      <td className="order-product">
        <div className="order-line">
          <span>{order.productName}</span>
          {order.couponCode && <Badge label={order.couponCode} Icon={TicketPercent} />}
        </div>
      </td>
      <td className="order-when">
        <UtcTime iso={order.createdAt} />
      </td>
      <td className="order-state">
        <Badge {...STATE_LOOKS[order.state]} />
      </td>
      <td className={`order-amount amt r ${amount.tone}`}>{amount.text}</td>
    </tr>
  );
}

export function OrderTable({ orders }: { orders: readonly OrderRow[] }) {
  return (
    <table className="table orders">
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
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}
