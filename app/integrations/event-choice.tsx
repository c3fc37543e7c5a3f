import { CircleAlert } from 'lucide-react';

import { WEBHOOK_EVENTS, type WebhookEventType } from '#domain/webhook-event.ts';

import type { EndpointForm } from './endpoint-form.ts';
import { EVENT_GROUPS } from './event-groups.ts';

type GroupProps = {
  label: string;
  events: readonly WebhookEventType[];
  chosen: readonly WebhookEventType[];
  onChoose: (chosen: readonly WebhookEventType[]) => void;
};

function Group({ label, events, chosen, onChoose }: GroupProps) {
  const isWhole = events.every((event) => chosen.includes(event));
  const others = chosen.filter((event) => !events.includes(event));
  return (
    <fieldset className="hook-group">
      <legend>
        <b>{label}</b>
        <button
          type="button"
          className="lab-key"
          onClick={() => onChoose(isWhole ? others : [...others, ...events])}
        >
          {isWhole ? 'None' : 'All'}
          <span className="vh"> of {label}</span>
        </button>
      </legend>
      {events.map((event) => (
        <label key={event} className="checkrow">
          <input
            type="checkbox"
            checked={chosen.includes(event)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, event] : chosen.filter((one) => one !== event))
            }
          />
          <span>
            {WEBHOOK_EVENTS[event]}
            <span className="hook-code muted">{event}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type Props = {
  form: EndpointForm;
  change: (to: Partial<EndpointForm>) => void;
  problem: string | undefined;
};

/** Selects all events or individual ones. */
export function EventChoice({ form: { all, chosen }, change, problem }: Props) {
  return (
    <fieldset className="field hook-choice" aria-describedby={problem && 'hook-events-problem'}>
      <legend className="lab">Events</legend>
      <label className="checkrow">
        <input type="radio" name="events" checked={all} onChange={() => change({ all: true })} />
        <span>
          Everything<span className="muted hook-block">New kinds of events too, when there are any.</span>
        </span>
      </label>
      <label className="checkrow">
        <input type="radio" name="events" checked={!all} onChange={() => change({ all: false })} />
        <span>
          Chosen ones
          {!all && chosen.length > 0 && <span className="muted num"> · {chosen.length} chosen</span>}
        </span>
      </label>
      {!all && (
        /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus */
        <div className="hook-groups" role="region" aria-label="Events to choose from" tabIndex={0}>
          {EVENT_GROUPS.map((group) => (
            <Group key={group.label} {...group} chosen={chosen} onChoose={(to) => change({ chosen: to })} />
          ))}
        </div>
      )}
      {problem && (
        <p className="err" id="hook-events-problem" role="alert">
          <CircleAlert className="i" aria-hidden="true" />
          <span>{problem}</span>
        </p>
      )}
    </fieldset>
  );
}
