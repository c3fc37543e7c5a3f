import { CircleAlert } from 'lucide-react';

import { WEBHOOK_EVENTS, type WebhookEventType } from '#domain/webhook-event.ts';

import type { EndpointForm } from './endpoint-fields.tsx';
import { EVENT_GROUPS } from './event-groups.ts';

type GroupProps = {
  label: string;
  events: readonly WebhookEventType[];
  selectedEvents: readonly WebhookEventType[];
  onSelect: (selectedEvents: readonly WebhookEventType[]) => void;
};

function EventGroupFieldset({ label, events, selectedEvents, onSelect }: GroupProps) {
  const isAllSelected = events.every((event) => selectedEvents.includes(event));
  const otherEvents = selectedEvents.filter((event) => !events.includes(event));
  return (
    <fieldset className="hook-group">
      <legend>
        <b>{label}</b>
        <button
          type="button"
          className="lab-key"
          onClick={() => onSelect(isAllSelected ? otherEvents : [...otherEvents, ...events])}
        >
          {isAllSelected ? 'None' : 'All'}
          <span className="vh"> of {label}</span>
        </button>
      </legend>
      {events.map((event) => (
        <label key={event} className="checkrow">
          <input
            type="checkbox"
            checked={selectedEvents.includes(event)}
            onChange={({ target }) =>
              onSelect(
                target.checked ? [...selectedEvents, event] : selectedEvents.filter((selected) => selected !== event),
              )
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
  change: (selection: Partial<EndpointForm>) => void;
  error: string | undefined;
};

/** Selects all events or individual ones. */
export function EventSelector({ form: { allEvents, selectedEvents }, change, error }: Props) {
  return (
    <fieldset className="field hook-choice" aria-describedby={error && 'hook-events-problem'}>
      <legend className="lab">Events</legend>
      <label className="checkrow">
        <input type="radio" name="events" checked={allEvents} onChange={() => change({ allEvents: true })} />
        <span>
          Everything<span className="muted hook-block">New kinds of events too, when there are any.</span>
        </span>
      </label>
      <label className="checkrow">
        <input type="radio" name="events" checked={!allEvents} onChange={() => change({ allEvents: false })} />
        <span>
          Chosen ones
          {!allEvents && selectedEvents.length > 0 && (
            <span className="muted num"> · {selectedEvents.length} chosen</span>
          )}
        </span>
      </label>
      {!allEvents && (
        /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus */
        <div className="hook-groups" role="region" aria-label="Events to choose from" tabIndex={0}>
          {EVENT_GROUPS.map((group) => (
            <EventGroupFieldset
              key={group.label}
              {...group}
              selectedEvents={selectedEvents}
              onSelect={(selection) => change({ selectedEvents: selection })}
            />
          ))}
        </div>
      )}
      {error && (
        <p className="err" id="hook-events-problem" role="alert">
          <CircleAlert className="i" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
