import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { OLD_SECRET_HOURS } from '#domain/webhook-endpoint.ts';

type Props = { title: string; secret: string; isRotated?: boolean; onClose: () => void };

/** Shows the signing secret and explains its use. */
export function SecretDialog({ title, secret, isRotated, onClose }: Props) {
  return (
    <Dialog
      title={title}
      className="dlg integration-dialog"
      description={
        <p>
          {isRotated
            ? `Put the new secret into your program within ${OLD_SECRET_HOURS} hours. Until then every message carries two signatures, so the old one is still right.`
            : 'Every message is signed with this secret. Put it into your program, and let it refuse what is not signed.'}
        </p>
      }
      onClose={onClose}
      initialFocus=".secret-box .key"
    >
      <div className="secret-box">
        <p className="small secret-box__label" id="secret-box__label">
          Signing secret
        </p>
        <div className="copy">
          <span aria-labelledby="secret-box__label">{secret}</span>
          <CopyButton text={secret} />
        </div>
      </div>
      <p className="small muted dialog-note">
        <span>
          You can look at it again at any time. To check a signature takes three lines with a library:{' '}
          <a className="link" href="/developers/webhooks" target="_blank" rel="noreferrer">
            how to verify
          </a>
        </span>
      </p>
      <div className="dialog__actions">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
