import { OrdersScreen } from '#app/orders/orders-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';

export const meta = () => pageMeta({ title: titled('Orders') });

export default function Orders() {
  return <OrdersScreen />;
}
