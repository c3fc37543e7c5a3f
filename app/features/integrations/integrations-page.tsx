import { PageHeader } from '#app/components/page-header.tsx';
import { integrationMessages } from '#content/messages/integrations.ts';

import { ApiKeysSection } from './api-keys-section.tsx';
import { SigningSecretSection } from './signing-secret-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

/** Webhooks, API keys, and the secret of signed links. `receiver`: URL of the sandbox's webhook receiver. */
export function IntegrationsPage({ receiver }: { receiver: string | null }) {
  return (
    <>
      <PageHeader title={integrationMessages.title} />
      <div className="integrations-page">
        <WebhooksSection receiver={receiver} />
        <ApiKeysSection />
        <SigningSecretSection />
      </div>
    </>
  );
}
