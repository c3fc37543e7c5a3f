import type { OrderRow } from '#domain/order.ts';

import { OrderTableRow } from './order-row.tsx';

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
