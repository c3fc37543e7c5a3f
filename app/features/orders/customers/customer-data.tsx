import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { Button } from '#app/components/button.tsx';
import { DialogButton, FormDialog } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import { customerMessages } from '#content/messages/customers.ts';
import type { Customer } from '#domain/customer.ts';

import { OrderSection } from '../order-section.tsx';

type Props = { customer: Customer };

/** Downloads everything that is stored about the customer as a JSON file. */
function DownloadButton({ customer: { id } }: Props) {
  const messages = customerMessages.data;
  const { busy, run } = useRpcMutation('export-customer', {
    failureTitle: messages.downloadFailure,
    onSuccess: (data) => {
      const json = JSON.stringify(data, null, 2);
      downloadBlob(new Blob([json], { type: 'application/json' }), `customer-${id}.json`);
    },
  });
  return (
    <Button
      Icon={Download}
      size="sm"
      busyLabel={busy && messages.downloading}
      onClick={() => void run({ customerId: id })}
    >
      {messages.download}
    </Button>
  );
}

/** Says what is deleted and what stays, and asks for the email address as confirmation. */
function DeleteDataDialog({ customer: { id, name, email }, onClose }: Props & { onClose: () => void }) {
  const messages = customerMessages.deleteDialog;
  const navigate = useNavigate();
  const cache = useRpcCache();
  const leave = async () => {
    await navigate('/customers');
    // Going back must not show the deleted data.
    cache.remove('get-customer', { customerId: id });
  };
  const [typedEmail, setTypedEmail] = useState('');
  const { busy, error, clear, run } = useRpcMutation('delete-customer', {
    success: { title: messages.successTitle, message: messages.success },
    invalidates: ['list-customers', 'list-orders', 'get-order', 'list-buyer-subscriptions'],
    onSuccess: () => void leave(),
  });
  const isConfirmed = typedEmail.trim().toLowerCase() === email.toLowerCase();
  return (
    <FormDialog
      title={<RichText text={messages.title} tags={{ customer: () => <bdi>{name ?? email}</bdi> }} />}
      submitLabel={messages.submit}
      variant="red"
      cancelLabel={messages.cancel}
      busyLabel={busy && messages.busy}
      canSubmit={isConfirmed}
      onSubmit={() => void run({ customerId: id, email: typedEmail.trim() })}
      onInput={clear}
      onClose={onClose}
    >
      <ul className="customer-deletion">
        {messages.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <TextField
        label={messages.email({ email })}
        type="email"
        autoComplete="off"
        value={typedEmail}
        error={error}
        onValueChange={setTypedEmail}
      />
    </FormDialog>
  );
}

/** What the seller does when a person asks for their data or for its deletion. */
export function CustomerData({ customer }: Props) {
  const messages = customerMessages.data;
  return (
    <OrderSection id="customer-data" title={messages.title}>
      <p className="muted small">{messages.text}</p>
      <div className="customer-data__actions">
        <DownloadButton customer={customer} />
        {customer.activeSubscriptions === 0 && (
          <DialogButton
            Icon={Trash2}
            size="sm"
            renderDialog={(onClose) => <DeleteDataDialog customer={customer} onClose={onClose} />}
          >
            {messages.delete}
          </DialogButton>
        )}
      </div>
      {customer.activeSubscriptions > 0 && <p className="small faint customer-data__hint">{messages.subscribed}</p>}
    </OrderSection>
  );
}
