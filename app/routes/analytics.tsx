import { AnalyticsPage } from '#app/features/analytics/analytics-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.analytics);

export default AnalyticsPage;
