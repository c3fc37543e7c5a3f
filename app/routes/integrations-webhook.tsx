import { useOutletContext, useParams } from 'react-router';

import { EndpointPage } from '#app/integrations/endpoint-screen.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

import type { AppOutletContext } from './app.tsx';

export const meta = screenMeta('Webhook', 'One webhook endpoint with its deliveries.');

export default function IntegrationsWebhook() {
  const { id = '' } = useParams();
  return <EndpointPage key={id} endpointId={id} receiver={useOutletContext<AppOutletContext>().receiver} />;
}
