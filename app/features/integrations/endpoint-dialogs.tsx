import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { AlertDialog } from '#app/components/dialog.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/use-action.ts';
import { OLD_SECRET_HOURS, type WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { splitUrl } from './endpoint-display.ts';
import { EndpointDialog } from './endpoint-form-dialog.tsx';
import { SecretDialog } from './webhook-secret-dialog.tsx';

export type EndpointDialogName = 'edit' | 'secret' | 'rotate' | 'delete';

type Props = {
  dialog: EndpointDialogName;
  endpoint: WebhookEndpoint;
  receiver: string | null;
  onStale: () => void;
  onClose: () => void;
};

type DialogProps = Pick<Props, 'endpoint' | 'onStale' | 'onClose'>;

/** Shows the secret after step-up authentication. */
function ShowSecretDialog({ endpoint, onClose }: DialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { run } = useAction();
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const show = async () => {
      const wasShown = await run(
        async () => setSecret((await callRpc('show-webhook-secret', { endpointId: endpoint.id })).secret),
        { failureTitle: 'The secret was not shown' },
      );
      if (!wasShown) onClose();
    };
    void show();
  });
  return secret && <SecretDialog title="The secret of this webhook" secret={secret} onClose={onClose} />;
}

function RotateSecretDialog({ endpoint, onStale, onClose }: DialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, run } = useAction();
  const rotate = async () => {
    const wasRotated = await run(
      async () => setSecret((await callRpc('rotate-webhook-secret', { endpointId: endpoint.id })).secret),
      { failureTitle: 'The secret was not rotated' },
    );
    if (wasRotated) onStale();
    else onClose();
  };
  if (secret !== null) return <SecretDialog title="The new secret" secret={secret} isRotated onClose={onClose} />;
  return (
    <AlertDialog
      title="Rotate the secret?"
      description={
        <>
          <p>
            A new secret signs from now on. For {OLD_SECRET_HOURS} hours the old one signs as well, so that nothing is
            refused while you put the new one into your program. After that only the new one counts.
          </p>
          <p>
            Has somebody else got hold of the old one? Then those hours are too long: delete this webhook and add it
            anew.
          </p>
        </>
      }
      cancelLabel="Keep the old one"
      confirmLabel="Rotate the secret"
      variant="primary"
      busyLabel={busy && 'Rotating...'}
      onConfirm={() => void rotate()}
      onClose={onClose}
    />
  );
}

function DeleteEndpointDialog({ endpoint: { id, url }, onClose }: DialogProps) {
  const navigate = useNavigate();
  const { busy, run } = useAction();
  const remove = async () => {
    const wasDeleted = await run(() => callRpc('delete-webhook-endpoint', { endpointId: id }), {
      success: { title: 'Webhook deleted', message: `${splitUrl(url).host} is not told any more.` },
      failureTitle: 'The webhook was not deleted',
    });
    onClose();
    if (wasDeleted) await navigate('/integrations', { replace: true });
  };
  return (
    <AlertDialog
      title={`Delete the webhook to ${splitUrl(url).host}?`}
      description="What waits is not sent any more, and the log of its deliveries goes with it. This cannot be undone. To stop it for a while, pause it."
      cancelLabel="Keep it"
      confirmLabel="Delete the webhook"
      busyLabel={busy && 'Deleting...'}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}

export function EndpointDialogs({ dialog, endpoint, receiver, onStale, onClose }: Props) {
  const props = { endpoint, onStale, onClose };
  if (dialog === 'secret') return <ShowSecretDialog {...props} />;
  if (dialog === 'rotate') return <RotateSecretDialog {...props} />;
  if (dialog === 'delete') return <DeleteEndpointDialog {...props} />;
  return <EndpointDialog endpoint={endpoint} receiver={receiver} onSaved={onStale} onClose={onClose} />;
}
