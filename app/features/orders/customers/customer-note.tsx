import { useState, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { customerMessages } from '#content/messages/customers.ts';
import { MAX_NOTE_LENGTH, type CustomerDetail } from '#domain/customer.ts';

import { OrderSection } from '../order-section.tsx';

const messages = customerMessages.note;

/** The seller's note about a customer. The typed text stays until it is saved or discarded. */
export function CustomerNote({ customer: { id, note } }: { customer: CustomerDetail }) {
  const savedText = note?.text ?? '';
  /** Null: nothing was typed since the last save. */
  const [typedText, setTypedText] = useState<string | null>(null);
  const text = typedText ?? savedText;
  const isChanged = typedText !== null && typedText.trim() !== savedText;
  const { busy, error, clear, run } = useRpcMutation('save-customer-note', {
    success: ({ note: savedNote }) => ({ title: savedNote ? messages.toasts.saved : messages.toasts.deleted }),
    invalidates: ['get-customer'],
    // Text that was typed while the request ran stays.
    onSuccess: (_, { text: sentText }) => setTypedText((current) => (current === sentText ? null : current)),
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) void run({ customerId: id, text });
  };
  return (
    <OrderSection id="customer-note" title={messages.title}>
      <form className="customer-note" onSubmit={handleSubmit} onInput={clear}>
        <Field
          label={messages.label}
          aside={
            typedText !== null && (
              <span className="faint num">
                {messages.counter({ used: formatCount(text.length), max: formatCount(MAX_NOTE_LENGTH) })}
              </span>
            )
          }
          error={error}
          hint={note && <RichText text={messages.saved} tags={{ time: () => <UtcTime iso={note.updatedAt} /> }} />}
        >
          {(fieldProps) => (
            <textarea
              {...fieldProps}
              className="in"
              dir="auto"
              rows={4}
              maxLength={MAX_NOTE_LENGTH}
              placeholder={messages.placeholder}
              value={text}
              onChange={(event) => setTypedText(event.target.value)}
            />
          )}
        </Field>
        {isChanged && (
          <div className="customer-note__actions">
            <Button type="submit" variant="primary" size="sm" busyLabel={busy && messages.saving}>
              {messages.save}
            </Button>
            <Button size="sm" onClick={() => setTypedText(null)}>
              {messages.discard}
            </Button>
          </div>
        )}
      </form>
    </OrderSection>
  );
}
