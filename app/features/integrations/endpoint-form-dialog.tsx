import { useState } from 'react';
import { Link } from 'react-router';

import { FormDialog } from '#app/components/dialog.tsx';
import { FormError } from '#app/components/field.tsx';
import { toast } from '#app/components/toast.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { ConfirmationLinkButton } from '#app/lib/session/confirmation-link.tsx';
import { webhookFormMessages } from '#content/messages/webhook-form.ts';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { EndpointFields, toRequestBody, validateForm, createEndpointForm } from './endpoint-fields.tsx';
import { WEBHOOK_QUERIES } from './use-endpoint-actions.ts';
import { SecretDialog } from './webhook-secret-dialog.tsx';

const messages = webhookFormMessages;

/** Error codes that concern the URL field. */
const URL_ERROR_CODES = new Set(['webhook_address_refused', 'invalid_request']);

type Props = {
  /** Endpoint to edit; omitted: creates a new one. */
  endpoint?: WebhookEndpoint;
  receiver: string | null;
  onClose: () => void;
};

/** Creates an endpoint and shows its secret, or edits one. */
export function EndpointDialog({ endpoint, receiver, onClose }: Props) {
  const [form, setForm] = useState(() => createEndpointForm(endpoint ?? null));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [createdSecret, setCreatedSecret] = useState<string | null>(null);
  const { busy, error, code, run } = useAction(
    async (): Promise<string | null> => {
      if (!endpoint) return (await callRpc('create-webhook-endpoint', toRequestBody(form))).secret;
      await callRpc('update-webhook-endpoint', { endpointId: endpoint.id, ...toRequestBody(form) });
      return null;
    },
    { invalidates: WEBHOOK_QUERIES },
  );
  const fieldErrors = wasSubmitted ? validateForm(form) : {};
  const isUrlError = code !== null && URL_ERROR_CODES.has(code);
  const save = async () => {
    setWasSubmitted(true);
    const { url, events } = validateForm(form);
    if (url ?? events) return;
    const result = await run();
    if (!result) return;
    if (form.format === 'standard' && result.data !== null) return setCreatedSecret(result.data);
    toast({ title: endpoint ? messages.saved : messages.added });
    onClose();
  };
  if (createdSecret !== null) return <SecretDialog title={messages.added} secret={createdSecret} onClose={onClose} />;
  return (
    <FormDialog
      className="dlg integration-dialog"
      title={endpoint ? messages.editTitle : messages.addTitle}
      submitLabel={endpoint ? messages.save : messages.add}
      busyLabel={busy && (endpoint ? messages.saving : messages.adding)}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <EndpointFields
        form={form}
        change={(changes) => setForm({ ...form, ...changes })}
        receiver={receiver}
        errors={{ ...fieldErrors, ...(!fieldErrors.url && isUrlError && error && { url: error }) }}
      />
      {error && !isUrlError && (
        <FormError>
          {error}{' '}
          {code === 'webhook_endpoint_limit' && (
            <Link className="link" to="/subscription">
              {messages.viewPlans}
            </Link>
          )}
        </FormError>
      )}
      <ConfirmationLinkButton code={code} />
    </FormDialog>
  );
}
