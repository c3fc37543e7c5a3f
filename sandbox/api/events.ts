import type { Resource } from '../call.ts';
import { endpoint, type CallContext } from '../call.ts';
import { listEndpoint } from '../listing.ts';
import type { SandboxEvent } from '../objects.ts';
import { flag, list, required, text } from '../params.ts';
import type { Clause } from '../books.ts';

const PENDING_DELIVERIES_SQL = `SELECT 1 FROM deliveries WHERE deliveries.event = objects.id AND deliveries.state != 'delivered'`;

const typeClause = (types: string[]): Clause[] => {
  const patterns = types.map((type) => type.replaceAll('_', '\\_').replace('*', '%'));
  return [
    {
      sql: types.map(() => `json_extract(json, '$.type') LIKE ? ESCAPE '\\'`).join(' OR '),
      values: patterns,
    },
  ];
};

/**
 * Returns the event as the API shows it, with the number of endpoints that have not accepted it yet. Stripe documents
 * `account` for webhook payloads only, so it is omitted here and the app cannot rely on it.
 */
const toApiEvent = (call: CallContext, { account: _, ...event }: SandboxEvent): SandboxEvent => {
  const row = call
    .sql(`SELECT count(*) AS pending FROM deliveries WHERE event = ? AND state != 'delivered'`)
    .get(event.id);
  return { ...event, pending_webhooks: Number(row?.['pending'] ?? 0) };
};

const filters = { type: text(), types: list(required(text()), 20), delivery_success: flag };

const listEvents = listEndpoint('/v1/events', 'event', filters, ({ type, types, delivery_success: isDelivered }) => [
  ...(type === undefined ? [] : typeClause([type])),
  ...(types === undefined ? [] : typeClause(types)),
  ...(isDelivered === undefined
    ? []
    : [{ sql: `${isDelivered ? 'NOT ' : ''}EXISTS (${PENDING_DELIVERIES_SQL})`, values: [] }]),
]);

export const events: Resource = {
  endpoints: [
    {
      ...listEvents,
      parse: (raw) => {
        const handler = listEvents.parse(raw);
        return (call, ids) => {
          const page = handler(call, ids) as { data: SandboxEvent[] };
          return { ...page, data: page.data.map((event) => toApiEvent(call, event)) };
        };
      },
    },
    endpoint('GET /v1/events/:id', {}, (call, _params, id) => toApiEvent(call, call.repository.get('event', id))),
  ],
};
