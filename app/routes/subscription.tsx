import { SubscriptionPage } from '#app/features/billing/subscription-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.subscription);

export default SubscriptionPage;
