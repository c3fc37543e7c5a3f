import { IntegrationsPage } from '#app/features/integrations/integrations-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { useScreenData } from '#app/lib/screen-data.ts';

export const meta = screenMeta('Integrations', 'API keys and webhooks for your own programs.');

export default function Integrations() {
  return <IntegrationsPage receiver={useScreenData().receiver} />;
}
