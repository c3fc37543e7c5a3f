import { IntegrationsPage } from '#app/features/integrations/integrations-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { useScreenData } from '#app/lib/screen-data.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.integrations);

export default function Integrations() {
  return <IntegrationsPage receiver={useScreenData().receiver} />;
}
