import { useParams } from 'react-router';

import '#app/checkout-page/checkout-page.css';
import { OrderScreen } from '#app/orders/order-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';

export const meta = () => pageMeta({ title: titled('Order') });

export default function Order() {
  const { id = '' } = useParams();
  return <OrderScreen key={id} orderId={id} />;
}
