import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { call } from '#app/session/call.ts';
import { useAct } from '#app/session/use-act.ts';
import { AskDialog } from '#app/ui/dialog.tsx';
import { OLD_SECRET_HOURS, type WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { addressParts } from './endpoint-look.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

export type EndpointQuestion = 'edit' | 'secret' | 'rotate' | 'delete';

type Props = {
  question: EndpointQuestion;
  endpoint: WebhookEndpoint;
  receiver: string | null;
  onStale: () => void;
  onClose: () => void;
};

type OneProps = Pick<Props, 'endpoint' | 'onStale' | 'onClose'>;

/** Shows the secret after step-up authentication. */
function ShowSecret({ endpoint, onClose }: OneProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { run } = useAct();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const show = async () => {
      const shown = await run(
        async () => setSecret((await call('show-webhook-secret', { endpointId: endpoint.id })).secret),
        { failed: 'The secret was not shown' },
      );
      if (!shown) onClose();
    };
    void show();
  });
  return secret && <SecretDialog title="The secret of this webhook" secret={secret} onClose={onClose} />;
}

function Rotate({ endpoint, onStale, onClose }: OneProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, run } = useAct();
  const rotate = async () => {
    const rotated = await run(
      async () => setSecret((await call('rotate-webhook-secret', { endpointId: endpoint.id })).secret),
      { failed: 'The secret was not rotated' },
    );
    if (rotated) onStale();
    else onClose();
  };
  if (secret !== null)
    return <SecretDialog title="The new secret" secret={secret} rotated onClose={onClose} />;
  return (
    <AskDialog
      title="Rotate the secret?"
      about={
        <>
          <p>
            A new secret signs from now on. For {OLD_SECRET_HOURS} hours the old one signs as well, so that
            nothing is refused while you put the new one into your program. After that only the new one
            counts.
          </p>
          <p>
            Has somebody else got hold of the old one? Then those hours are too long: delete this webhook and
            add it anew.
          </p>
        </>
      }
      safe="Keep the old one"
      act="Rotate the secret"
      kind="primary"
      busy={busy && 'Rotating...'}
      onAct={() => void rotate()}
      onClose={onClose}
    />
  );
}

function Delete({ endpoint: { id, url }, onClose }: OneProps) {
  const navigate = useNavigate();
  const { busy, run } = useAct();
  const remove = async () => {
    const deleted = await run(() => call('delete-webhook-endpoint', { endpointId: id }), {
      done: { title: 'Webhook deleted', message: `${addressParts(url).host} is not told any more.` },
      failed: 'The webhook was not deleted',
    });
    onClose();
    if (deleted) await navigate('/integrations', { replace: true });
  };
  return (
    <AskDialog
      title={`Delete the webhook to ${addressParts(url).host}?`}
      about="What waits is not sent any more, and the log of its deliveries goes with it. This cannot be undone. To stop it for a while, pause it."
      safe="Keep it"
      act="Delete the webhook"
      busy={busy && 'Deleting...'}
      onAct={() => void remove()}
      onClose={onClose}
    />
  );
}

export function EndpointActDialogs({ question, endpoint, receiver, onStale, onClose }: Props) {
  const props = { endpoint, onStale, onClose };
  if (question === 'secret') return <ShowSecret {...props} />;
  if (question === 'rotate') return <Rotate {...props} />;
  if (question === 'delete') return <Delete {...props} />;
  return <EndpointDialog endpoint={endpoint} receiver={receiver} onSaved={onStale} onClose={onClose} />;
}
