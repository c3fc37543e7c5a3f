import { plural } from './plural.ts';

const formatAttempts = ({ count }: { count: number }) =>
  plural(count, { one: '1 attempt', other: `${count} attempts` });

/** Texts of the delivery log of a webhook, and of the dialog of one delivery. */
export const webhookDeliveryMessages = {
  title: 'Deliveries',
  retention: ({ days }: { days: number }) => `Kept for ${days} days.`,
  loadError: 'Couldn’t load the delivery log',
  status: {
    delivered: 'Delivered',
    waiting: 'Pending',
    retrying: 'Retrying',
    blocked: 'On hold',
    failed: 'Failed',
  },
  outcome: {
    blocked: 'Waiting for an earlier event',
    pending: 'No attempts yet',
    status: ({ status }: { status: number }) => `Status ${status}`,
    delivered: 'Delivered',
    deliveredAfter: ({ count }: { count: number }) => `Delivered after ${formatAttempts({ count })}`,
    failed: ({ reason, count }: { reason: string; count: number }) => `${reason} · ${formatAttempts({ count })}`,
    noResponse: 'No response',
  },
  attempts: formatAttempts,
  redeliverFailed: 'Redeliver failed events',
  filters: {
    label: 'Deliveries',
    allStates: 'All',
    event: 'Event',
    anyEvent: 'Any event',
    clear: 'Show newest',
  },
  empty: {
    title: 'No deliveries yet',
    text: 'Each event sent to this webhook is listed here with every attempt: the request, the response, and how long it took. Send a test event to try it.',
  },
  noMatches: {
    title: 'No deliveries match these filters',
    endTitle: 'No older deliveries',
    delivered:
      'Nothing has been delivered yet. A delivery succeeds when your app responds with a status from 200 to 299.',
    waiting: 'No deliveries are pending.',
    blocked:
      'No deliveries are on hold. An event waits while an earlier event of the same order is undelivered, or while the webhook is paused.',
    failed: 'No deliveries have failed. A delivery fails after ten retries over three days.',
  },
  pagination: { label: 'Delivery log pages', newest: 'Newest', older: 'Older' },
  selection: {
    label: 'Selected deliveries',
    count: ({ count }: { count: number }) => `<count>${count}</count> selected`,
    redeliver: 'Redeliver',
    clear: 'Clear selection',
  },
  table: {
    caption: 'Deliveries, newest first',
    columns: { event: 'Event', result: 'Result', date: 'Date', status: 'Status' },
    order: ({ number }: { number: number }) => ` order ${number}`,
    select: ({ event }: { event: string }) => `Select ${event}`,
    selectOfOrder: ({ event, number }: { event: string; number: number }) => `Select ${event} for order ${number}`,
    selectAll: 'Select all on this page',
    nextAttempt: 'Next attempt: <date></date>',
  },
};
