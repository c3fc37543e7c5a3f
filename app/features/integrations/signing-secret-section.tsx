import { Eye } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { AlertDialog, Dialog } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { linkInNewTab } from '#app/components/text-links.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { integrationMessages } from '#content/messages/integrations.ts';

import { IntegrationSection } from './integration-section.tsx';
import { SecretBox } from './secret-box.tsx';

const messages = integrationMessages.signingSecret;

type SecretDialogProps = { secret: string; onReplace: () => void; onClose: () => void };

const SecretDialog = ({ secret, onReplace, onClose }: SecretDialogProps) => (
  <Dialog
    title={messages.title}
    className="dlg integration-dialog"
    description={<p>{messages.dialogText}</p>}
    onClose={onClose}
    initialFocus=".secret-box .key"
  >
    <SecretBox label={messages.label} secret={secret} />
    <div className="dialog__actions">
      <Button onClick={onReplace}>{messages.replace}</Button>
      <Button variant="primary" onClick={onClose}>
        {messages.done}
      </Button>
    </div>
  </Dialog>
);

function ReplaceDialog({ onReplaced, onClose }: { onReplaced: (secret: string) => void; onClose: () => void }) {
  const { busy, run } = useRpcMutation('replace-signing-secret', {
    failureTitle: messages.replaceDialog.failed,
    onSuccess: ({ secret }) => onReplaced(secret),
  });
  return (
    <AlertDialog
      title={messages.replaceDialog.title}
      description={<p>{messages.replaceDialog.text}</p>}
      cancelLabel={messages.replaceDialog.cancel}
      confirmLabel={messages.replaceDialog.confirm}
      busyLabel={busy && messages.replaceDialog.busy}
      onConfirm={() => void run({}).then((result) => result ?? onClose())}
      onClose={onClose}
    />
  );
}

/** The secret with which private links and redirects after the payment are signed. */
export function SigningSecretSection() {
  const [secret, setSecret] = useState<string | null>(null);
  const [isReplacing, setIsReplacing] = useState(false);
  const { busy, run, clear } = useRpcMutation('show-signing-secret', {
    failureTitle: messages.failed,
    onSuccess: (response) => setSecret(response.secret),
  });
  const close = () => {
    setSecret(null);
    setIsReplacing(false);
    clear();
  };
  return (
    <IntegrationSection
      id="signing-secret"
      title={messages.title}
      description={<RichText text={messages.description} tags={{ link: linkInNewTab('/developers/signed-links') }} />}
    >
      <div>
        <Button Icon={Eye} busyLabel={busy && messages.showing} onClick={() => void run({})}>
          {messages.show}
        </Button>
      </div>
      {isReplacing ? (
        <ReplaceDialog
          onReplaced={(newSecret) => {
            setSecret(newSecret);
            setIsReplacing(false);
          }}
          onClose={close}
        />
      ) : (
        secret !== null && <SecretDialog secret={secret} onReplace={() => setIsReplacing(true)} onClose={close} />
      )}
    </IntegrationSection>
  );
}
