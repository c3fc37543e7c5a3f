import { SubscriptionScreen } from '#app/billing/subscription-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';

export const meta = () => pageMeta({ title: titled('Subscription') });

export default function Subscription() {
  return <SubscriptionScreen />;
}
