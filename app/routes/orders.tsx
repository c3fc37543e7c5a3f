import { OrderListPage } from '#app/orders/orders-screen.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

export const meta = screenMeta('Orders', 'Every order of your checkout pages.');

export default function Orders() {
  return <OrderListPage />;
}
