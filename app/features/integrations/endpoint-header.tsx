import { CirclePause, CirclePlay, Ellipsis, Eye, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react';
import { useState, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { CopyUrlButton } from '#app/components/copy-button.tsx';
import { AlertDialog } from '#app/components/dialog.tsx';
import { DropdownMenu, type MenuItem } from '#app/components/dropdown-menu.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { type WebhookEndpoint, OLD_SECRET_HOURS } from '#domain/webhook-endpoint.ts';

import { splitUrl, getEndpointBadge, FORMAT_LABELS } from './endpoint-display.ts';
import { EndpointDialog } from './endpoint-form-dialog.tsx';
import { type EndpointActions, WEBHOOK_QUERIES } from './use-endpoint-actions.ts';
import { SecretDialog } from './webhook-secret-dialog.tsx';

type EndpointDialogName = 'edit' | 'secret' | 'rotate' | 'delete';

type EndpointDialogsProps = {
  dialog: EndpointDialogName;
  endpoint: WebhookEndpoint;
  receiver: string | null;
  onClose: () => void;
};

type DialogProps = Pick<EndpointDialogsProps, 'endpoint' | 'onClose'>;

/** Shows the secret after step-up authentication. */
function ShowSecretDialog({ endpoint, onClose }: DialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { run } = useRpcMutation('show-webhook-secret', {
    failureTitle: 'The secret was not shown',
    onSuccess: (response) => setSecret(response.secret),
  });
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void run({ endpointId: endpoint.id }).then((result) => result ?? onClose());
  });
  return secret && <SecretDialog title="The secret of this webhook" secret={secret} onClose={onClose} />;
}

function RotateSecretDialog({ endpoint, onClose }: DialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, run } = useRpcMutation('rotate-webhook-secret', {
    failureTitle: 'The secret was not rotated',
    onSuccess: (response) => setSecret(response.secret),
    invalidates: WEBHOOK_QUERIES,
  });
  const rotate = () => run({ endpointId: endpoint.id }).then((result) => result ?? onClose());
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
            Is the old one in the wrong hands? Then don’t wait for those hours: delete this webhook and add it again.
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
  const { busy, run } = useRpcMutation('delete-webhook-endpoint', {
    success: { title: 'Webhook deleted', message: `${splitUrl(url).host} no longer gets events.` },
    failureTitle: 'The webhook was not deleted',
  });
  const remove = async () => {
    const wasDeleted = await run({ endpointId: id });
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

function EndpointDialogs({ dialog, endpoint, receiver, onClose }: EndpointDialogsProps) {
  const props = { endpoint, onClose };
  if (dialog === 'secret') return <ShowSecretDialog {...props} />;
  if (dialog === 'rotate') return <RotateSecretDialog {...props} />;
  if (dialog === 'delete') return <DeleteEndpointDialog {...props} />;
  return <EndpointDialog endpoint={endpoint} receiver={receiver} onClose={onClose} />;
}

type Props = {
  endpoint: WebhookEndpoint;
  receiver: string | null;
  actions: EndpointActions;
};

function getMenuItems(
  { state, format }: WebhookEndpoint,
  setState: EndpointActions['setState'],
  openDialog: (dialog: EndpointDialogName) => void,
): MenuItem[] {
  const secretItems: MenuItem[] = [
    { label: 'Show the secret', Icon: Eye, onSelect: () => openDialog('secret') },
    { label: 'Rotate the secret', Icon: RefreshCw, onSelect: () => openDialog('rotate') },
  ];
  return [
    { label: 'Change', Icon: Pencil, onSelect: () => openDialog('edit') },
    ...(format === 'standard' ? secretItems : []),
    state === 'active'
      ? { label: 'Pause', Icon: CirclePause, onSelect: () => setState('paused') }
      : { label: 'Resume', Icon: CirclePlay, onSelect: () => setState('active') },
    { label: 'Delete', Icon: Trash2, destructive: true, onSelect: () => openDialog('delete') },
  ];
}

/** Heading of an endpoint: name, state and actions. */
export function EndpointHeader({ endpoint, receiver, actions }: Props) {
  const [dialog, setDialog] = useState<EndpointDialogName | null>(null);
  const { url, description, format } = endpoint;
  return (
    <div className="ph endpoint-header">
      <div className="endpoint-header__title">
        <div className="endpoint-header__name">
          <h1 className="h1" tabIndex={-1} dir="auto">
            {description || splitUrl(url).host}
          </h1>
          <Badge {...getEndpointBadge(endpoint)} />
          {format !== 'standard' && <span className="small muted">{FORMAT_LABELS[format].label}</span>}
        </div>
        <CopyUrlButton url={url} />
      </div>
      <div className="endpoint-header__actions">
        <Button Icon={Send} onClick={actions.sendTest} busyLabel={actions.isTesting && 'Sending...'}>
          Send a test
        </Button>
        <DropdownMenu label="More" Icon={Ellipsis} items={getMenuItems(endpoint, actions.setState, setDialog)} />
      </div>
      {dialog && (
        <EndpointDialogs dialog={dialog} endpoint={endpoint} receiver={receiver} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}
