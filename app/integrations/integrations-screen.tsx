import { KeysPart } from './keys-part.tsx';
import { WebhooksPart } from './webhooks-part.tsx';

/** Webhooks and API keys. `receiver`: URL of the sandbox's webhook receiver. */
export function IntegrationsScreen({ receiver }: { receiver: string | null }) {
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Integrations
        </h1>
      </div>
      <div className="hook-parts">
        <WebhooksPart receiver={receiver} />
        <KeysPart />
      </div>
    </>
  );
}
