import { FormError } from '#app/components/field.tsx';
import { Select } from '#app/components/select.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { webhookFormMessages } from '#content/messages/webhook-form.ts';
import { WEBHOOK_FORMATS, type WebhookEndpoint, type WebhookFormat } from '#domain/webhook-endpoint.ts';
import { type WebhookEventType, WEBHOOK_EVENTS } from '#domain/webhook-event.ts';

import { FORMAT_LABELS } from './endpoint-display.ts';
import { EVENT_GROUPS } from './event-groups.ts';

const messages = webhookFormMessages;

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
    <fieldset className="option-fieldset__group">
      <legend>
        <b>{label}</b>
        <button
          type="button"
          className="label-button"
          onClick={() => onSelect(isAllSelected ? otherEvents : [...otherEvents, ...events])}
        >
          {isAllSelected ? messages.selectNone : messages.selectAll}
          <span className="vh"> {messages.ofGroup({ group: label })}</span>
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
            <span className="code-text muted">{event}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type EventSelectorProps = {
  form: EndpointForm;
  change: (selection: Partial<EndpointForm>) => void;
  error: string | undefined;
};

function EventSelector({ form: { allEvents, selectedEvents }, change, error }: EventSelectorProps) {
  return (
    <fieldset className="field option-fieldset" aria-describedby={error && 'hook-events-problem'}>
      <legend className="lab">{messages.events}</legend>
      <label className="checkrow">
        <input type="radio" name="events" checked={allEvents} onChange={() => change({ allEvents: true })} />
        <span>
          {messages.allEvents}
          <span className="muted event-selector__note">{messages.allEventsHint}</span>
        </span>
      </label>
      <label className="checkrow">
        <input type="radio" name="events" checked={!allEvents} onChange={() => change({ allEvents: false })} />
        <span>
          {messages.selectedEvents}
          {!allEvents && selectedEvents.length > 0 && (
            <span className="muted num">{messages.selectedCount({ count: selectedEvents.length })}</span>
          )}
        </span>
      </label>
      {!allEvents && (
        /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus */
        <div className="option-fieldset__groups" role="region" aria-label={messages.eventList} tabIndex={0}>
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
      <FormError id="hook-events-problem">{error}</FormError>
    </fieldset>
  );
}

type EndpointForm = {
  url: string;
  description: string;
  format: WebhookFormat;
  /** Subscribes to all events, including those of later versions. */
  allEvents: boolean;
  selectedEvents: readonly WebhookEventType[];
};

export const createEndpointForm = (endpoint: WebhookEndpoint | null): EndpointForm => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  format: endpoint?.format ?? 'standard',
  allEvents: endpoint === null || endpoint.events.length === 0,
  selectedEvents: endpoint?.events ?? [],
});

export const toRequestBody = ({ url, description, format, allEvents, selectedEvents }: EndpointForm) => ({
  url: url.trim(),
  description: description.trim(),
  format,
  events: allEvents ? [] : [...selectedEvents],
});

export function validateForm({ url, allEvents, selectedEvents }: EndpointForm): {
  url?: string;
  events?: string;
} {
  const trimmedUrl = url.trim();
  if (!trimmedUrl) return { url: messages.errors.missingUrl };
  if (!URL.canParse(trimmedUrl) || !/^https?:\/\//i.test(trimmedUrl)) return { url: messages.errors.invalidUrl };
  return allEvents || selectedEvents.length > 0 ? {} : { events: messages.errors.noEvents };
}

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
      className="label-button"
      onClick={() => change({ url: `${receiver}/in/my-app`, format: 'standard' })}
    >
      {messages.useReceiver}
    </button>
  );
  return (
    <>
      <TextField
        label={messages.url}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/webhooks"
        value={url}
        onValueChange={(text) => change({ url: text })}
        aside={receiverButton}
        error={errors.url}
      />
      <TextField
        label={messages.description}
        aside={<span className="opt small">{messages.optional}</span>}
        placeholder={messages.descriptionPlaceholder}
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={200}
        dir="auto"
        value={description}
        onValueChange={(text) => change({ description: text })}
      />
      <Select
        label={messages.format}
        hint={FORMAT_LABELS[format].description}
        value={format}
        options={WEBHOOK_FORMATS.map((candidate) => ({ value: candidate, label: FORMAT_LABELS[candidate].label }))}
        onChange={(value) => {
          const selected = WEBHOOK_FORMATS.find((candidate) => candidate === value);
          if (selected) change({ format: selected });
        }}
      />
      <EventSelector form={form} change={change} error={errors.events} />
    </>
  );
}
