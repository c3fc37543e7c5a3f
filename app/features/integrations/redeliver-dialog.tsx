import { useState } from 'react';

import { FormDialog } from '#app/components/dialog.tsx';
import { Field } from '#app/components/field.tsx';
import { Select } from '#app/components/select.tsx';
import { formatUtc } from '#app/components/utc-time.tsx';
import { HOUR_MS } from '#domain/time-units.ts';
import { DELIVERY_RETENTION_DAYS, type WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import type { EndpointActions } from './use-endpoint-actions.ts';

const CUSTOM = 'own';

type SinceOption = { value: string; label: string; getStart: (now: number) => string };

const createSinceOption = (label: string, hours: number): SinceOption => ({
  value: String(hours),
  label,
  getStart: (now) => new Date(now - hours * HOUR_MS).toISOString(),
});

const getSinceOptions = ({ failingSince }: WebhookEndpoint): SinceOption[] => [
  ...(failingSince
    ? [
        {
          value: 'failing',
          label: `It began to fail, ${formatUtc(failingSince)} UTC`,
          getStart: () => failingSince,
        },
      ]
    : []),
  createSinceOption('An hour ago', 1),
  createSinceOption('A day ago', 24),
  createSinceOption('A week ago', 7 * 24),
  createSinceOption(`All that the log has (${DELIVERY_RETENTION_DAYS} days)`, DELIVERY_RETENTION_DAYS * 24),
];

/** Parses the local date-time input as UTC. */
const parseUtcInput = (inputText: string): string | null => {
  const date = new Date(`${inputText}Z`);
  return inputText === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
};

type Props = { endpoint: WebhookEndpoint; actions: EndpointActions; onClose: () => void };

/** Redelivers everything that failed since a chosen time. */
export function RedeliverDialog({ endpoint, actions, onClose }: Props) {
  const options = getSinceOptions(endpoint);
  const selectOptions = [...options, { value: CUSTOM, label: 'A moment of my own' }];
  const [selected, setSelected] = useState(options[0]?.value ?? CUSTOM);
  const [inputText, setInputText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const redeliver = async () => {
    const sinceOption = options.find(({ value }) => value === selected);
    const failedSince = sinceOption ? sinceOption.getStart(Date.now()) : parseUtcInput(inputText);
    if (failedSince === null) return setError('Choose a day and a time.');
    if (await actions.redeliver({ failedSince })) onClose();
  };
  return (
    <FormDialog
      title="Redeliver what failed"
      description="Everything that was given up is tried once more, the oldest first, a hundred at a time. Each message keeps its id, so a receiver can tell what it has had already."
      submitLabel="Redeliver"
      busyLabel={actions.isRedelivering && 'Sending...'}
      onSubmit={() => void redeliver()}
      onClose={onClose}
    >
      <Select label="Since" value={selected} options={selectOptions} onChange={setSelected} />
      {selected === CUSTOM && (
        <Field label="Moment, UTC" error={error}>
          {(fieldProps) => (
            <input
              {...fieldProps}
              className="in"
              type="datetime-local"
              value={inputText}
              onChange={({ target }) => setInputText(target.value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
