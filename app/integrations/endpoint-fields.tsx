import { TextField } from '#app/session/typed-field.tsx';
import { Field } from '#app/ui/field.tsx';
import { WEBHOOK_FORMATS } from '#domain/webhook-endpoint.ts';

import type { EndpointForm } from './endpoint-form.ts';
import { FORMAT_LABELS } from './endpoint-look.ts';
import { EventSelector } from './event-choice.tsx';

type Props = {
  form: EndpointForm;
  change: (to: Partial<EndpointForm>) => void;
  errors: { url?: string; events?: string };
  receiver: string | null;
};

export function EndpointFields({ form, change, errors, receiver }: Props) {
  const { url, description, format } = form;
  const receiverButton = receiver && (
    <button
      type="button"
      className="lab-key"
      onClick={() => change({ url: `${receiver}/in/my-program`, format: 'standard' })}
    >
      Use the sandbox’s receiver
    </button>
  );
  return (
    <>
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/webhooks/shop"
        value={url}
        onValueChange={(text) => change({ url: text })}
        aside={receiverButton}
        error={errors.url}
      />
      <TextField
        label="Description"
        aside={<span className="opt small">optional</span>}
        placeholder="Bookkeeping"
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={200}
        dir="auto"
        value={description}
        onValueChange={(text) => change({ description: text })}
      />
      <Field label="What it takes" hint={FORMAT_LABELS[format].description}>
        {(fieldProps) => (
          <select
            {...fieldProps}
            className="in"
            value={format}
            onChange={({ target }) => {
              const selected = WEBHOOK_FORMATS.find((candidate) => candidate === target.value);
              if (selected) change({ format: selected });
            }}
          >
            {WEBHOOK_FORMATS.map((candidate) => (
              <option key={candidate} value={candidate}>
                {FORMAT_LABELS[candidate].label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <EventSelector form={form} change={change} error={errors.events} />
    </>
  );
}
