import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { call } from '#app/session/call.ts';
import { ConfirmationLinkButton } from '#app/session/confirmation-link.tsx';
import { useFieldAct } from '#app/session/use-field-act.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { EndpointFields } from './endpoint-fields.tsx';
import { bodyOf, formProblems, useEndpointForm } from './endpoint-form.ts';
import { SecretDialog } from './secret-dialog.tsx';

/** Error codes that concern the URL field. */
const OF_ADDRESS = new Set(['webhook_address_refused', 'invalid_request']);

function Refusal({ words, code }: { words: string; code: string | null }) {
  return (
    <p className="err" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <span>
        {words}{' '}
        {code === 'webhook_endpoint_limit' && (
          <Link className="link" to="/subscription">
            See the plans
          </Link>
        )}
      </span>
    </p>
  );
}

type Props = {
  /** Endpoint to edit; omitted: creates a new one. */
  endpoint?: WebhookEndpoint;
  receiver: string | null;
  onSaved: () => void;
  onClose: () => void;
};

/** Creates an endpoint and shows its secret, or edits one. */
export function EndpointDialog({ endpoint, receiver, onSaved, onClose }: Props) {
  const { form, change } = useEndpointForm(endpoint ?? null);
  const [tried, setTried] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const { busy, problem, code, run } = useFieldAct();
  const own = tried ? formProblems(form) : {};
  const ofAddress = code !== null && OF_ADDRESS.has(code);
  const save = async () => {
    setTried(true);
    const { url, events } = formProblems(form);
    if (url ?? events) return;
    let secret: string | null = null;
    const saved = await run(async () => {
      if (endpoint) await call('update-webhook-endpoint', { endpointId: endpoint.id, ...bodyOf(form) });
      else ({ secret } = await call('create-webhook-endpoint', bodyOf(form)));
    });
    if (!saved) return;
    onSaved();
    if (form.format === 'standard' && secret !== null) return setMade(secret);
    toast({ title: endpoint ? 'Webhook saved' : 'Webhook added' });
    onClose();
  };
  if (made !== null) return <SecretDialog title="Webhook added" secret={made} onClose={onClose} />;
  return (
    <FormDialog
      className="dlg hook-dlg"
      title={endpoint ? 'Change the webhook' : 'Add a webhook'}
      act={endpoint ? 'Save' : 'Add the webhook'}
      busy={busy && (endpoint ? 'Saving...' : 'Adding...')}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <EndpointFields
        form={form}
        change={change}
        receiver={receiver}
        problems={{ ...own, ...(!own.url && ofAddress && problem && { url: problem }) }}
      />
      {problem && !ofAddress && <Refusal words={problem} code={code} />}
      <ConfirmationLinkButton code={code} />
    </FormDialog>
  );
}
