import { useSearchParams } from 'react-router';

import { OrdersScreen } from '#app/orders/orders-screen.tsx';
import { pageNumberFrom } from '#app/orders/page-number.ts';
import { pageMeta, titled } from '#app/site/page-meta.ts';

export const meta = () => pageMeta({ title: titled('Orders') });

export default function Orders() {
  const [parameters] = useSearchParams();
  return <OrdersScreen page={pageNumberFrom(parameters.get('page'))} />;
}
