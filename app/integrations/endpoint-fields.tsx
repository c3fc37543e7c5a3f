import { TypedField } from '#app/session/typed-field.tsx';
import { Field } from '#app/ui/field.tsx';
import { WEBHOOK_FORMATS } from '#domain/webhook-endpoint.ts';

import type { EndpointForm } from './endpoint-form.ts';
import { FORMAT_WORDS } from './endpoint-look.ts';
import { EventChoice } from './event-choice.tsx';

type Props = {
  form: EndpointForm;
  change: (to: Partial<EndpointForm>) => void;
  problems: { url?: string; events?: string };
  receiver: string | null;
};

export function EndpointFields({ form, change, problems, receiver }: Props) {
  const { url, description, format } = form;
  const tryOut = receiver && (
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
      <TypedField
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/webhooks/shop"
        value={url}
        onType={(typed) => change({ url: typed })}
        aside={tryOut}
        error={problems.url}
      />
      <TypedField
        label="Description"
        aside={<span className="opt small">optional</span>}
        placeholder="Bookkeeping"
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={200}
        dir="auto"
        value={description}
        onType={(typed) => change({ description: typed })}
      />
      <Field label="What it takes" hint={FORMAT_WORDS[format].about}>
        {(wiring) => (
          <select
            {...wiring}
            className="in"
            value={format}
            onChange={({ target }) => {
              const chosen = WEBHOOK_FORMATS.find((one) => one === target.value);
              if (chosen) change({ format: chosen });
            }}
          >
            {WEBHOOK_FORMATS.map((one) => (
              <option key={one} value={one}>
                {FORMAT_WORDS[one].label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <EventChoice form={form} change={change} problem={problems.events} />
    </>
  );
}
