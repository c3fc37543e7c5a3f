import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '#domain/webhook-event.ts';

const LABELS: Record<string, string> = {
  order: 'Orders',
  refund: 'Refunds',
  dispute: 'Disputes',
  subscription: 'Subscriptions',
  page: 'Pages',
};

type EventGroup = { label: string; events: readonly WebhookEventType[] };

const subjectOf = (event: string): string => event.split('.')[0] ?? event;

/** All events grouped by subject, in catalog order. */
export const EVENT_GROUPS: readonly EventGroup[] = [...new Set(WEBHOOK_EVENT_TYPES.map(subjectOf))].map(
  (subject) => ({
    label: LABELS[subject] ?? subject,
    events: WEBHOOK_EVENT_TYPES.filter((event) => subjectOf(event) === subject),
  }),
);

/** Short summary of the subscribed events; an empty list means all. */
export function eventsText(events: readonly WebhookEventType[]): string {
  if (events.length === 0) return 'All events';
  if (events.length <= 2) return events.join(', ');
  const whole = EVENT_GROUPS.filter((group) => group.events.every((event) => events.includes(event)));
  const covered = whole.reduce((sum, group) => sum + group.events.length, 0);
  if (covered === events.length) return whole.map(({ label }) => label).join(', ');
  return `${events.length} of ${WEBHOOK_EVENT_TYPES.length} events`;
}
