import { resourceMissing } from '../core/api-error.ts';
import { type Resource, endpoint, type CallContext } from '../core/call-context.ts';
import { API_VERSION } from '../core/event-recorder.ts';
import { computedListEndpoint, listEndpoint } from '../core/list-endpoint.ts';
import type { SandboxEvent } from '../core/objects.ts';
import { flag, list, required, text, type ParamValues } from '../core/params.ts';
import type { Clause } from '../core/store.ts';

const toWebhookEndpoint = (endpointConfig: CallContext['endpoints'][number]) => ({
  id: endpointConfig.id,
  object: 'webhook_endpoint',
  api_version: API_VERSION,
  application: endpointConfig.scope === 'connect' ? 'ca_Sandbox' : null,
  created: 0,
  description: `Configured endpoint of the ${endpointConfig.scope} scope`,
  enabled_events: ['*'],
  livemode: false,
  metadata: {},
  status: 'enabled',
  url: endpointConfig.url,
});

/** The configured webhook endpoints of the sandbox. They belong to the platform and cannot be changed by API. */
const listWebhookEndpoints = (call: CallContext) => (call.account === '' ? call.endpoints.map(toWebhookEndpoint) : []);

const PENDING_DELIVERIES_SQL = `SELECT 1 FROM deliveries WHERE deliveries.event = objects.id AND deliveries.state != 'delivered'`;

const typeClause = (types: string[]): Clause[] => {
  const values = types.map((type) => type.replaceAll('_', '\\_').replace('*', '%'));
  return [{ sql: types.map(() => `json_extract(json, '$.type') LIKE ? ESCAPE '\\'`).join(' OR '), values }];
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

const toClauses = ({ type, types, delivery_success: isDelivered }: ParamValues<typeof filters>): Clause[] => [
  ...(type === undefined ? [] : typeClause([type])),
  ...(types === undefined ? [] : typeClause(types)),
  ...(isDelivered === undefined
    ? []
    : [{ sql: `${isDelivered ? 'NOT ' : ''}EXISTS (${PENDING_DELIVERIES_SQL})`, values: [] }]),
];

export const events: Resource = {
  endpoints: [
    computedListEndpoint('/v1/webhook_endpoints', listWebhookEndpoints),
    endpoint('GET /v1/webhook_endpoints/:id', {}, (call, _params, id) => {
      const webhookEndpoint = listWebhookEndpoints(call).find((candidate) => candidate.id === id);
      if (!webhookEndpoint) throw resourceMissing('webhook_endpoint', id);
      return webhookEndpoint;
    }),
    listEndpoint('/v1/events', 'event', filters, toClauses, (event, call) => toApiEvent(call, event)),
    endpoint('GET /v1/events/:id', {}, (call, _params, id) => toApiEvent(call, call.repository.get('event', id))),
  ],
};
