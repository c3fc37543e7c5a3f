import { useOutletContext } from 'react-router';

import { IntegrationsPage } from '#app/features/integrations/integrations-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

import type { AppOutletContext } from './app.tsx';

export const meta = screenMeta('Integrations', 'API keys and webhooks for your own programs.');

export default function Integrations() {
  return <IntegrationsPage receiver={useOutletContext<AppOutletContext>().receiver} />;
}
