import { CirclePause, CirclePlay, Ellipsis, Eye, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/ui/badge.tsx';
import { CopyAddress } from '#app/ui/copy-key.tsx';
import { Key } from '#app/ui/key.tsx';
import { Menu, type MenuEntry } from '#app/ui/menu.tsx';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { EndpointActDialogs, type EndpointQuestion } from './endpoint-act-dialogs.tsx';
import { addressParts, endpointLook, FORMAT_WORDS } from './endpoint-look.ts';
import type { EndpointActs } from './use-endpoint-acts.ts';

type Props = {
  endpoint: WebhookEndpoint;
  receiver: string | null;
  acts: EndpointActs;
  onStale: () => void;
};

function entriesOf(
  { state, format }: WebhookEndpoint,
  turn: EndpointActs['turn'],
  ask: (question: EndpointQuestion) => void,
): MenuEntry[] {
  const ofSecret: MenuEntry[] = [
    { label: 'Show the secret', Icon: Eye, onChoose: () => ask('secret') },
    { label: 'Rotate the secret', Icon: RefreshCw, onChoose: () => ask('rotate') },
  ];
  return [
    { label: 'Change', Icon: Pencil, onChoose: () => ask('edit') },
    ...(format === 'standard' ? ofSecret : []),
    state === 'active'
      ? { label: 'Pause', Icon: CirclePause, onChoose: () => turn('paused') }
      : { label: 'Resume', Icon: CirclePlay, onChoose: () => turn('active') },
    { label: 'Delete', Icon: Trash2, grave: true, onChoose: () => ask('delete') },
  ];
}

/** Heading of an endpoint: name, state and actions. */
export function EndpointHead({ endpoint, receiver, acts, onStale }: Props) {
  const [question, setQuestion] = useState<EndpointQuestion | null>(null);
  const { url, description, format } = endpoint;
  return (
    <div className="ph hook-head">
      <div className="hook-title">
        <div className="hook-name">
          <h1 className="h1" tabIndex={-1} dir="auto">
            {description || addressParts(url).host}
          </h1>
          <Badge {...endpointLook(endpoint)} />
          {format !== 'standard' && <span className="small muted">{FORMAT_WORDS[format].label}</span>}
        </div>
        <CopyAddress url={url} />
      </div>
      <div className="hook-keys">
        <Key onClick={acts.test} busy={acts.testing && 'Sending...'}>
          <Send className="i" aria-hidden="true" />
          Send a test
        </Key>
        <Menu label="More" Icon={Ellipsis} entries={entriesOf(endpoint, acts.turn, setQuestion)} />
      </div>
      {question && (
        <EndpointActDialogs
          question={question}
          endpoint={endpoint}
          receiver={receiver}
          onStale={onStale}
          onClose={() => setQuestion(null)}
        />
      )}
    </div>
  );
}
