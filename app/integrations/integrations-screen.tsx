import { KeysPart } from './keys-part.tsx';
import { WebhooksPart } from './webhooks-part.tsx';

/** What a seller's own programs have to do with the shop. `receiver`: the sandbox's stand-in for such a program. */
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
