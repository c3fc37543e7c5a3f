import { useOutletContext, useParams } from 'react-router';

import { EndpointPage } from '#app/features/integrations/endpoint-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

import type { AppOutletContext } from './app.tsx';

export const meta = screenMeta('Webhook', 'One webhook endpoint with its deliveries.');

export default function IntegrationsWebhook() {
  const { id = '' } = useParams();
  return <EndpointPage key={id} endpointId={id} receiver={useOutletContext<AppOutletContext>().receiver} />;
}
