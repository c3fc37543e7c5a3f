import { useOutletContext } from 'react-router';

import { IntegrationsPage } from '#app/integrations/integrations-screen.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

import type { AppOutletContext } from './app.tsx';

export const meta = screenMeta('Integrations', 'API keys and webhooks for your own programs.');

export default function Integrations() {
  return <IntegrationsPage receiver={useOutletContext<AppOutletContext>().receiver} />;
}
