import type { Resource } from '../call.ts';
import { endpoint, type Call } from '../call.ts';
import { listing } from '../listing.ts';
import type { SandboxEvent } from '../objects.ts';
import { flag, list, required, text } from '../params.ts';
import type { Clause } from '../books.ts';

const waitingDeliveries = `SELECT 1 FROM deliveries WHERE deliveries.event = objects.id AND deliveries.state != 'delivered'`;

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
const shown = (call: Call, { account: _, ...event }: SandboxEvent): SandboxEvent => {
  const row = call
    .sql(`SELECT count(*) AS pending FROM deliveries WHERE event = ? AND state != 'delivered'`)
    .get(event.id);
  return { ...event, pending_webhooks: Number(row?.['pending'] ?? 0) };
};

const filters = { type: text(), types: list(required(text()), 20), delivery_success: flag };

const listed = listing('/v1/events', 'event', filters, ({ type, types, delivery_success: success }) => [
  ...(type === undefined ? [] : typeClause([type])),
  ...(types === undefined ? [] : typeClause(types)),
  ...(success === undefined
    ? []
    : [{ sql: `${success ? 'NOT ' : ''}EXISTS (${waitingDeliveries})`, values: [] }]),
]);

export const events: Resource = {
  endpoints: [
    {
      ...listed,
      read: (raw) => {
        const work = listed.read(raw);
        return (call, ids) => {
          const page = work(call, ids) as { data: SandboxEvent[] };
          return { ...page, data: page.data.map((event) => shown(call, event)) };
        };
      },
    },
    endpoint('GET /v1/events/:id', {}, (call, _params, id) => shown(call, call.books.get('event', id))),
  ],
};
