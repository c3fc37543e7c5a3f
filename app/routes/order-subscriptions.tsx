import { SubscriptionsScreen } from '#app/orders/subscriptions-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';

export const meta = () => pageMeta({ title: titled('Buyers’ subscriptions') });

export default function OrderSubscriptions() {
  return <SubscriptionsScreen />;
}
