import { endpointLabels } from '#content/messages/endpoint-labels.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '#domain/webhook-event.ts';

const GROUP_LABELS: Readonly<Record<string, string>> = endpointLabels.eventGroups;

type EventGroup = { label: string; events: readonly WebhookEventType[] };

const getSubject = (event: string): string => event.split('.')[0] ?? event;

/** All events grouped by subject, in catalog order. */
export const EVENT_GROUPS: readonly EventGroup[] = [...new Set(WEBHOOK_EVENT_TYPES.map(getSubject))].map((subject) => ({
  label: GROUP_LABELS[subject] ?? subject,
  events: WEBHOOK_EVENT_TYPES.filter((event) => getSubject(event) === subject),
}));

/** Short summary of the subscribed events; an empty list means all. */
export function formatEvents(events: readonly WebhookEventType[]): string {
  if (events.length === 0) return endpointLabels.allEvents;
  if (events.length <= 2) return events.join(', ');
  const completeGroups = EVENT_GROUPS.filter((group) => group.events.every((event) => events.includes(event)));
  const coveredCount = completeGroups.reduce((sum, group) => sum + group.events.length, 0);
  if (coveredCount === events.length) return completeGroups.map(({ label }) => label).join(', ');
  return endpointLabels.eventCount({ count: events.length, total: WEBHOOK_EVENT_TYPES.length });
}
