import { SubscriptionPage } from '#app/billing/subscription-screen.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

export const meta = screenMeta('Subscription', 'Your plan, your usage this month and your invoices.');

export default function Subscription() {
  return <SubscriptionPage />;
}
