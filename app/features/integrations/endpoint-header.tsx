import { CirclePause, CirclePlay, Ellipsis, Eye, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { CopyUrlButton } from '#app/components/copy-button.tsx';
import { DropdownMenu, type MenuItem } from '#app/components/dropdown-menu.tsx';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { EndpointDialogs, type EndpointDialogName } from './endpoint-dialogs.tsx';
import { splitUrl, getEndpointBadge, FORMAT_LABELS } from './endpoint-display.ts';
import type { EndpointActions } from './use-endpoint-actions.ts';

type Props = {
  endpoint: WebhookEndpoint;
  receiver: string | null;
  actions: EndpointActions;
  onStale: () => void;
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
export function EndpointHeader({ endpoint, receiver, actions, onStale }: Props) {
  const [dialog, setDialog] = useState<EndpointDialogName | null>(null);
  const { url, description, format } = endpoint;
  return (
    <div className="ph hook-head">
      <div className="hook-title">
        <div className="hook-name">
          <h1 className="h1" tabIndex={-1} dir="auto">
            {description || splitUrl(url).host}
          </h1>
          <Badge {...getEndpointBadge(endpoint)} />
          {format !== 'standard' && <span className="small muted">{FORMAT_LABELS[format].label}</span>}
        </div>
        <CopyUrlButton url={url} />
      </div>
      <div className="hook-keys">
        <Button Icon={Send} onClick={actions.sendTest} busyLabel={actions.isTesting && 'Sending...'}>
          Send a test
        </Button>
        <DropdownMenu label="More" Icon={Ellipsis} items={getMenuItems(endpoint, actions.setState, setDialog)} />
      </div>
      {dialog && (
        <EndpointDialogs
          dialog={dialog}
          endpoint={endpoint}
          receiver={receiver}
          onStale={onStale}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
