import { Repeat2, TicketPercent } from 'lucide-react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import type { OrderRow } from '#domain/order.ts';

import { getAmountDisplay, BILLING_LABELS, getBuyerName, DISPUTE_BADGES, ORDER_STATE_BADGES } from './order-display.ts';

/** The link covers the whole row. */
function Buyer({ order }: { order: OrderRow }) {
  const { search } = useLocation();
  const name = getBuyerName(order);
  return (
    <>
      <Link className="order-table__link" to={`/orders/${order.id}`} state={{ list: search }} dir="auto">
        {name ?? 'No email yet'}
        <span className="vh">, order {order.number}</span>
      </Link>
      {order.buyerName && order.email && <div className="order-table__email small faint">{order.email}</div>}
    </>
  );
}

function Product({ order }: { order: OrderRow }) {
  return (
    <div className="order-table__product-line">
      <span dir="auto">{order.productName}</span>
      {order.billing && <Badge label={BILLING_LABELS[order.billing]} Icon={Repeat2} />}
      {order.couponCode && <Badge label={order.couponCode} Icon={TicketPercent} />}
    </div>
  );
}

const COLUMNS: TableColumn<OrderRow>[] = [
  { header: 'No.', className: 'order-table__number', render: ({ number }) => number },
  { header: 'Buyer', className: 'order-table__buyer', render: (order) => <Buyer order={order} /> },
  { header: 'Product', className: 'order-table__product', render: (order) => <Product order={order} /> },
  { header: 'When', className: 'order-table__date', render: ({ createdAt }) => <UtcTime iso={createdAt} /> },
  {
    header: 'State',
    className: 'order-table__state',
    render: ({ state, dispute }) => (
      <div className="order-badges">
        <Badge {...ORDER_STATE_BADGES[state]} />
        {dispute && <Badge {...DISPUTE_BADGES[dispute]} />}
      </div>
    ),
  },
  {
    header: 'Amount',
    align: 'right',
    className: (order) => `order-table__amount amt ${getAmountDisplay(order).tone}`,
    render: (order) => {
      const { text, netText } = getAmountDisplay(order);
      return (
        <>
          {text}
          {netText && <div className="order-table__net small faint">{netText} kept</div>}
        </>
      );
    },
  },
];

/** `isStale`: a new list is loading, and this one is outdated. */
export const OrderTable = ({ orders, isStale }: { orders: readonly OrderRow[]; isStale: boolean }) => (
  <Table
    caption="Orders, newest first"
    className="orders"
    columns={COLUMNS}
    rows={orders}
    getKey={({ id }) => id}
    isStale={isStale}
  />
);
