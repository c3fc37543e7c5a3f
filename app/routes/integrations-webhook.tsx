import { useParams } from 'react-router';

import { EndpointPage } from '#app/features/integrations/endpoint-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { useScreenData } from '#app/lib/screen-data.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.webhook);

export default function IntegrationsWebhook() {
  const { id = '' } = useParams();
  return <EndpointPage key={id} endpointId={id} receiver={useScreenData().receiver} />;
}
