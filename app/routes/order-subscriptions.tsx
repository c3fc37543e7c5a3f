import { SubscriptionListPage } from '#app/features/orders/subscription-list-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

export const meta = screenMeta('Buyers’ subscriptions', 'The subscriptions that buyers have with you.');

export default SubscriptionListPage;
