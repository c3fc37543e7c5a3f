import { AnalyticsPage } from '#app/analytics/analytics-screen.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

export const meta = screenMeta('Analytics', 'Visitors, conversion and revenue of your checkout pages.');

export default function Analytics() {
  return <AnalyticsPage />;
}
