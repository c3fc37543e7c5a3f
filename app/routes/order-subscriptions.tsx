import { SubscriptionListPage } from '#app/orders/subscriptions-screen.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

export const meta = screenMeta('Buyers’ subscriptions', 'The subscriptions that buyers have with you.');

export default function OrderSubscriptions() {
  return <SubscriptionListPage />;
}
