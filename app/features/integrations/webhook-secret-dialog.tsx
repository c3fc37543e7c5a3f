import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { linkInNewTab } from '#app/components/text-links.tsx';
import { webhookEndpointMessages } from '#content/messages/webhook-endpoint.ts';
import { OLD_SECRET_HOURS } from '#domain/webhook-endpoint.ts';

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
      <div className="secret-box">
        <p className="small secret-box__label" id="secret-box__label">
          {messages.label}
        </p>
        <div className="copy">
          <span aria-labelledby="secret-box__label">{secret}</span>
          <CopyButton text={secret} />
        </div>
      </div>
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
