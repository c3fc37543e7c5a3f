import { useOutletContext, useParams } from 'react-router';

import { EndpointScreen } from '#app/integrations/endpoint-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';

import type { AppOutlet } from './app.tsx';

export const meta = () => pageMeta({ title: titled('Webhook') });

export default function IntegrationsWebhook() {
  const { id = '' } = useParams();
  return <EndpointScreen key={id} endpointId={id} receiver={useOutletContext<AppOutlet>().receiver} />;
}
