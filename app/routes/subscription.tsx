import { SubscriptionPage } from '#app/features/billing/subscription-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

export const meta = screenMeta('Subscription', 'Your plan, your usage this month and your invoices.');

export default SubscriptionPage;
