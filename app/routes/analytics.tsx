import { AnalyticsScreen } from '#app/analytics/analytics-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';

export const meta = () => pageMeta({ title: titled('Analytics') });

export default function Analytics() {
  return <AnalyticsScreen />;
}
