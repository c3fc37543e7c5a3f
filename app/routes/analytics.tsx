import { AnalyticsPage } from '#app/features/analytics/analytics-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

export const meta = screenMeta('Analytics', 'Visitors, conversion and revenue of your checkout pages.');

export default AnalyticsPage;
