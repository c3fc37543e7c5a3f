import { useOutletContext, useParams } from 'react-router';

import { EndpointScreen } from '#app/integrations/endpoint-screen.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

import type { AppOutlet } from './app.tsx';

export const meta = screenMeta('Webhook', 'One webhook endpoint with its deliveries.');

export default function IntegrationsWebhook() {
  const { id = '' } = useParams();
  return <EndpointScreen key={id} endpointId={id} receiver={useOutletContext<AppOutlet>().receiver} />;
}
