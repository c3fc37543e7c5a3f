import { useOutletContext } from 'react-router';

import { IntegrationsScreen } from '#app/integrations/integrations-screen.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

import type { AppOutlet } from './app.tsx';

export const meta = screenMeta('Integrations', 'API keys and webhooks for your own programs.');

export default function Integrations() {
  return <IntegrationsScreen receiver={useOutletContext<AppOutlet>().receiver} />;
}
