import { CirclePause, CirclePlay, Ellipsis, Eye, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { CopyUrlButton } from '#app/components/copy-button.tsx';
import { AlertDialog } from '#app/components/dialog.tsx';
import { DropdownMenu, type MenuItem } from '#app/components/dropdown-menu.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { webhookEndpointMessages } from '#content/messages/webhook-endpoint.ts';
import { type WebhookEndpoint, OLD_SECRET_HOURS } from '#domain/webhook-endpoint.ts';

import { splitUrl, getEndpointBadge, FORMAT_LABELS } from './endpoint-display.ts';
import { type EndpointActions, WEBHOOK_QUERIES } from './use-endpoint-actions.ts';

const SecretDialog = loadOnDemand(async () => (await import('./webhook-secret-dialog.tsx')).SecretDialog);

const EndpointDialog = loadOnDemand(async () => (await import('./endpoint-form-dialog.tsx')).EndpointDialog);

const messages = webhookEndpointMessages;
const { rotateDialog: rotateMessages, deleteDialog: deleteMessages } = messages;

type DialogProps = { endpoint: WebhookEndpoint; onClose: () => void };

type RotateProps = DialogProps & { onRotated: (secret: string) => void };

function RotateSecretDialog({ endpoint, onRotated, onClose }: RotateProps) {
  const { busy, run } = useRpcMutation('rotate-webhook-secret', {
    failureTitle: rotateMessages.failed,
    onSuccess: ({ secret }) => onRotated(secret),
    invalidates: WEBHOOK_QUERIES,
  });
  return (
    <AlertDialog
      title={rotateMessages.title}
      description={
        <>
          <p>{rotateMessages.text({ hours: OLD_SECRET_HOURS })}</p>
          <p>{rotateMessages.leakHint}</p>
        </>
      }
      cancelLabel={rotateMessages.cancel}
      confirmLabel={rotateMessages.confirm}
      variant="primary"
      busyLabel={busy && rotateMessages.busy}
      onConfirm={() => void run({ endpointId: endpoint.id }).then((result) => result ?? onClose())}
      onClose={onClose}
    />
  );
}

function DeleteEndpointDialog({ endpoint: { id, url }, onClose }: DialogProps) {
  const navigate = useNavigate();
  const { host } = splitUrl(url);
  const { busy, run } = useRpcMutation('delete-webhook-endpoint', {
    success: { title: deleteMessages.done, message: deleteMessages.doneText({ host }) },
    failureTitle: deleteMessages.failed,
  });
  const remove = async () => {
    const wasDeleted = await run({ endpointId: id });
    onClose();
    if (wasDeleted) await navigate('/integrations', { replace: true });
  };
  return (
    <AlertDialog
      title={deleteMessages.title({ host })}
      description={deleteMessages.text}
      cancelLabel={deleteMessages.cancel}
      confirmLabel={deleteMessages.confirm}
      busyLabel={busy && deleteMessages.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}

/** The open dialog. A secret is shown as the server returned it. */
type OpenDialog =
  | { kind: 'edit' | 'rotate' | 'delete' }
  | { kind: 'secret'; title: string; secret: string; isRotated?: boolean };

type MenuActions = Pick<EndpointActions, 'setState'> & {
  openDialog: (kind: 'edit' | 'rotate' | 'delete') => void;
  showSecret: () => void;
};

function getMenuItems(
  { state, format }: WebhookEndpoint,
  { setState, openDialog, showSecret }: MenuActions,
): MenuItem[] {
  const secretItems: MenuItem[] = [
    { label: messages.menu.showSecret, Icon: Eye, onSelect: showSecret },
    { label: messages.menu.rotateSecret, Icon: RefreshCw, onSelect: () => openDialog('rotate') },
  ];
  return [
    { label: messages.menu.edit, Icon: Pencil, onSelect: () => openDialog('edit') },
    ...(format === 'standard' ? secretItems : []),
    state === 'active'
      ? { label: messages.menu.pause, Icon: CirclePause, onSelect: () => setState('paused') }
      : { label: messages.menu.resume, Icon: CirclePlay, onSelect: () => setState('active') },
    { label: messages.menu.delete, Icon: Trash2, destructive: true, onSelect: () => openDialog('delete') },
  ];
}

type Props = { endpoint: WebhookEndpoint; receiver: string | null; actions: EndpointActions };

export function EndpointHeader({ endpoint, receiver, actions }: Props) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { run: requestSecret, clear: forgetSecret } = useRpcMutation('show-webhook-secret', {
    failureTitle: messages.secretDialog.failed,
    // A secret that arrives after another dialog was opened does not replace it.
    onSuccess: ({ secret }) =>
      setDialog((open) => open ?? { kind: 'secret', title: messages.secretDialog.title, secret }),
  });
  const closeDialog = () => {
    setDialog(null);
    forgetSecret();
  };
  const menuItems = getMenuItems(endpoint, {
    setState: actions.setState,
    openDialog: (kind) => setDialog({ kind }),
    showSecret: () => void requestSecret({ endpointId: endpoint.id }),
  });
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
        <Button Icon={Send} onClick={actions.sendTest} busyLabel={actions.isTesting && messages.sending}>
          {messages.sendTest}
        </Button>
        <DropdownMenu label={messages.menu.label} Icon={Ellipsis} items={menuItems} />
      </div>
      {dialog?.kind === 'edit' && <EndpointDialog endpoint={endpoint} receiver={receiver} onClose={closeDialog} />}
      {dialog?.kind === 'secret' && <SecretDialog {...dialog} onClose={closeDialog} />}
      {dialog?.kind === 'rotate' && (
        <RotateSecretDialog
          endpoint={endpoint}
          onRotated={(secret) =>
            setDialog({ kind: 'secret', title: messages.secretDialog.newTitle, secret, isRotated: true })
          }
          onClose={closeDialog}
        />
      )}
      {dialog?.kind === 'delete' && <DeleteEndpointDialog endpoint={endpoint} onClose={closeDialog} />}
    </div>
  );
}
