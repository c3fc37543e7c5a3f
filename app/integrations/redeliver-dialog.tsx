import { useState } from 'react';

import { Field } from '#app/ui/field.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { utcText } from '#app/ui/utc-time.tsx';
import { DELIVERIES_KEPT_DAYS, type WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import type { EndpointActs } from './use-endpoint-acts.ts';

const HOUR_MS = 3_600_000;
const OWN = 'own';

type Since = { value: string; label: string; from: (now: number) => string };

const ago = (label: string, hours: number): Since => ({
  value: String(hours),
  label,
  from: (now) => new Date(now - hours * HOUR_MS).toISOString(),
});

const choicesOf = ({ failingSince }: WebhookEndpoint): Since[] => [
  ...(failingSince
    ? [
        {
          value: 'failing',
          label: `It began to fail, ${utcText(failingSince)} UTC`,
          from: () => failingSince,
        },
      ]
    : []),
  ago('An hour ago', 1),
  ago('A day ago', 24),
  ago('A week ago', 7 * 24),
  ago(`All that the log has (${DELIVERIES_KEPT_DAYS} days)`, DELIVERIES_KEPT_DAYS * 24),
];

/** Parses the local date-time input as UTC. */
const momentFrom = (typed: string): string | null => {
  const date = new Date(`${typed}Z`);
  return typed === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
};

type Props = { endpoint: WebhookEndpoint; acts: EndpointActs; onClose: () => void };

/** Redelivers everything that failed since a chosen time. */
export function RedeliverDialog({ endpoint, acts, onClose }: Props) {
  const choices = choicesOf(endpoint);
  const [chosen, setChosen] = useState(choices[0]?.value ?? OWN);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const redeliver = async () => {
    const choice = choices.find(({ value }) => value === chosen);
    const failedSince = choice ? choice.from(Date.now()) : momentFrom(typed);
    if (failedSince === null) return setProblem('Choose a day and a time.');
    if (await acts.redeliver({ failedSince })) onClose();
  };
  return (
    <FormDialog
      title="Redeliver what failed"
      about="Everything that was given up is tried once more, the oldest first, a hundred at a time. Each message keeps its id, so a receiver can tell what it has had already."
      act="Redeliver"
      busy={acts.redelivering && 'Sending...'}
      onSubmit={() => void redeliver()}
      onClose={onClose}
    >
      <Field label="Since">
        {(wiring) => (
          <select
            {...wiring}
            className="in"
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
            <option value={OWN}>A moment of my own</option>
          </select>
        )}
      </Field>
      {chosen === OWN && (
        <Field label="Moment, UTC" error={problem}>
          {(wiring) => (
            <input
              {...wiring}
              className="in"
              type="datetime-local"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
