import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { linkInNewTab } from '#app/components/text-links.tsx';
import { webhookEndpointMessages } from '#content/messages/webhook-endpoint.ts';
import { OLD_SECRET_HOURS } from '#domain/webhook-endpoint.ts';

import { SecretBox } from './secret-box.tsx';

const messages = webhookEndpointMessages.secretDialog;

type Props = { title: string; secret: string; isRotated?: boolean; onClose: () => void };

/** Shows the signing secret and explains its use. */
export function SecretDialog({ title, secret, isRotated, onClose }: Props) {
  return (
    <Dialog
      title={title}
      className="dlg integration-dialog"
      description={<p>{isRotated ? messages.rotatedText({ hours: OLD_SECRET_HOURS }) : messages.text}</p>}
      onClose={onClose}
      initialFocus=".secret-box .key"
    >
      <SecretBox label={messages.label} secret={secret} />
      <p className="small muted dialog-note">
        <span>
          <RichText
            text={messages.note}
            tags={{
              link: linkInNewTab('/developers/webhooks'),
            }}
          />
        </span>
      </p>
      <div className="dialog__actions">
        <Button variant="primary" onClick={onClose}>
          {messages.done}
        </Button>
      </div>
    </Dialog>
  );
}
