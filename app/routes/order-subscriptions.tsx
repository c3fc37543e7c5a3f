import { SubscriptionListPage } from '#app/features/orders/subscription-list-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.orderSubscriptions);

export default SubscriptionListPage;
