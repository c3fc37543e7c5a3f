import { useParams } from 'react-router';

import '#app/checkout-page/checkout-page.css';
import { OrderPage } from '#app/features/orders/order-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

export const meta = screenMeta('Order', 'One order with its payments, refunds and receipts.');

export default function Order() {
  const { id = '' } = useParams();
  return <OrderPage key={id} orderId={id} />;
}
