import { useState } from 'react';
import { useNavigate } from 'react-router';

import { FormDialog } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import { deleteCustomerMessages as messages } from '#content/messages/delete-customer.ts';
import type { Customer } from '#domain/customer.ts';

type Props = { customer: Customer; onClose: () => void };

/** Says what is deleted and what stays, and asks for the email address as confirmation. */
export function DeleteCustomerDialog({ customer: { id, name, email }, onClose }: Props) {
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
