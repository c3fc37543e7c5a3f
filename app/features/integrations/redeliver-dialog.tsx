import { useState } from 'react';

import { FormDialog } from '#app/components/dialog.tsx';
import { Field } from '#app/components/field.tsx';
import { Select } from '#app/components/select.tsx';
import { formatDayAndTime } from '#app/components/utils/reader-formats.ts';
import { deliveryDialogMessages } from '#content/messages/delivery-dialogs.ts';
import { webhookEndpointMessages } from '#content/messages/webhook-endpoint.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { DELIVERY_RETENTION_DAYS, type WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import type { EndpointActions } from './use-endpoint-actions.ts';

const messages = deliveryDialogMessages.redelivery;

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
          label: messages.sinceFailing({ date: formatDayAndTime(failingSince) }),
          getStart: () => failingSince,
        },
      ]
    : []),
  createSinceOption(messages.sinceHour, 1),
  createSinceOption(messages.sinceDay, 24),
  createSinceOption(messages.sinceWeek, 7 * 24),
  createSinceOption(messages.sinceAll({ days: DELIVERY_RETENTION_DAYS }), DELIVERY_RETENTION_DAYS * 24),
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
  const selectOptions = [...options, { value: CUSTOM, label: messages.custom }];
  const [selected, setSelected] = useState(options[0]?.value ?? CUSTOM);
  const [inputText, setInputText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const redeliver = async () => {
    const sinceOption = options.find(({ value }) => value === selected);
    const failedSince = sinceOption ? sinceOption.getStart(Date.now()) : parseUtcInput(inputText);
    if (failedSince === null) return setError(messages.missingDate);
    if (await actions.redeliver({ failedSince })) onClose();
  };
  return (
    <FormDialog
      title={messages.title}
      description={messages.text}
      submitLabel={messages.submit}
      busyLabel={actions.isRedelivering && webhookEndpointMessages.sending}
      onSubmit={() => void redeliver()}
      onClose={onClose}
    >
      <Select label={messages.since} value={selected} options={selectOptions} onChange={setSelected} />
      {selected === CUSTOM && (
        <Field label={messages.customLabel} error={error}>
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
