import { ApiKeysSection } from './api-keys-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

/** Webhooks and API keys. `receiver`: URL of the sandbox's webhook receiver. */
export function IntegrationsPage({ receiver }: { receiver: string | null }) {
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Integrations
        </h1>
      </div>
      <div className="integrations-page">
        <WebhooksSection receiver={receiver} />
        <ApiKeysSection />
      </div>
    </>
  );
}
