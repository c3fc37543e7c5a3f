import { z } from 'zod';

import {
  Redelivery,
  SubscribedEvents,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookEventType,
  WebhookSecret,
} from '#domain/api-resources/integration-resources.ts';
import { Deleted } from '#domain/api-resources/shared-resources.ts';
import { AppError } from '#domain/errors.ts';
import {
  DELIVERY_STATES,
  MAX_DESCRIPTION_LENGTH,
  MAX_REDELIVERIES,
  WEBHOOK_FORMATS,
  type WebhookDeliveryDetail,
  type WebhookDelivery as DeliveryRow,
  type WebhookEndpoint as EndpointRow,
} from '#domain/webhook-endpoint.ts';
import { ALL_EVENTS, type WebhookEventType as EventType } from '#domain/webhook-event.ts';
import {
  findLoggedDelivery,
  listDeliveryAttempts,
  listLoggedDeliveries,
} from '#server/webhooks/queries/delivery-log.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhooks,
  sendTestWebhook,
} from '#server/webhooks/rpc/manage-deliveries.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  loadEndpoint,
  rotateWebhookSecret,
  showWebhookSecret,
  updateWebhookEndpoint,
} from '#server/webhooks/rpc/manage-endpoints.ts';
import { toWebhookDelivery, toWebhookDeliveryDetail } from '#server/webhooks/webhook-responses.ts';

import {
  defineEndpoint,
  defineGroup,
  defineListEndpoint,
  defineShortListEndpoint,
  type EndpointContext,
} from '../define-endpoint.ts';

const toEndpoint = (endpoint: EndpointRow): z.input<typeof WebhookEndpoint> => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  format: endpoint.format,
  events: endpoint.events.length === 0 ? [ALL_EVENTS] : endpoint.events,
  state: endpoint.state,
  pausedBy: endpoint.pausedBy,
  recentDeliveries: { delivered: endpoint.delivered, failed: endpoint.failed, waiting: endpoint.waiting },
  firstFailedAt: endpoint.failingSince,
  lastDeliveredAt: endpoint.lastDeliveredAt,
  previousSecretExpiresAt: endpoint.oldSecretUntil,
  createdAt: endpoint.createdAt,
});

/** The screens say “all events” with an empty list. */
const fromEvents = (events: z.infer<typeof SubscribedEvents>): EventType[] =>
  events.includes(ALL_EVENTS) ? [] : events.filter((event) => event !== ALL_EVENTS);

function fromSettings<S extends { events?: z.infer<typeof SubscribedEvents> | undefined }>(settings: S) {
  const { events, ...rest } = settings;
  return { ...rest, ...(events && { events: fromEvents(events) }) };
}

const toDelivery = (delivery: DeliveryRow, endpointId: string): z.input<typeof WebhookDelivery> => ({
  id: delivery.id,
  endpointId,
  eventId: delivery.messageId,
  type: delivery.type,
  state: delivery.state,
  attemptCount: delivery.tries,
  responseStatus: delivery.lastStatus,
  error: delivery.lastProblem,
  createdAt: delivery.createdAt,
  nextAttemptAt: delivery.nextTryAt,
  deliveredAt: delivery.deliveredAt,
});

const toHeaders = (headers: readonly [string, string][]) => headers.map(([name, value]) => ({ name, value }));

const toDeliveryDetail = (delivery: WebhookDeliveryDetail, endpointId: string): z.input<typeof WebhookDelivery> => ({
  ...toDelivery(delivery, endpointId),
  requestBody: delivery.body,
  attempts: delivery.log.map((attempt) => ({
    attemptedAt: attempt.at,
    durationMs: attempt.took,
    ipAddress: attempt.address,
    requestHeaders: toHeaders(attempt.requestHeaders),
    responseStatus: attempt.status,
    responseHeaders: toHeaders(attempt.answerHeaders),
    responseBody: attempt.answer,
    responseTruncated: attempt.answerCut,
    error: attempt.problem,
  })),
});

async function loadDelivery({ context, sellerId }: EndpointContext, deliveryId: string) {
  const logged = await findLoggedDelivery(context.db, sellerId, context.mode, deliveryId);
  if (!logged) throw new AppError('not_found');
  const attempts = await listDeliveryAttempts(context.db, deliveryId);
  return toDeliveryDetail(toWebhookDeliveryDetail(logged, attempts), logged.row.endpointId);
}

/** Accepts more than a URL may have, so that a long URL gets its own error message. */
const Url = z
  .string()
  .max(5000)
  .meta({ description: 'Public https URL.', examples: ['https://example.com/webhooks'] });
const Settings = {
  description: z.string().max(MAX_DESCRIPTION_LENGTH).optional().describe('Your own note.'),
  format: z.enum(WEBHOOK_FORMATS).optional().describe('`slack` and `discord` send one unsigned sentence to a channel.'),
  events: SubscribedEvents.optional(),
};

const State = z.enum(['active', 'paused']).describe('`paused`: events are kept until the endpoint is resumed.');

const SCOPES = { read: 'webhooks:read', write: 'webhooks:write' } as const;

const ENDPOINTS = defineGroup('Webhook endpoints', SCOPES, [
  defineShortListEndpoint('webhookEndpoints.list', '/webhook-endpoints', {
    rpcFunctions: [listWebhookEndpoints],
    summary: 'List webhook endpoints',
    description: 'Oldest first.',
    item: WebhookEndpoint,
    keyOf: ({ id }) => id,
    load: async ({ call }) => (await call(listWebhookEndpoints, {})).endpoints.map(toEndpoint),
  }),
  defineEndpoint('webhookEndpoints.create', 'POST /webhook-endpoints', {
    rpcFunctions: [createWebhookEndpoint],
    summary: 'Create a webhook endpoint',
    body: z.strictObject({ url: Url, ...Settings, events: SubscribedEvents.default([ALL_EVENTS]) }),
    response: WebhookEndpointWithSecret,
    status: 201,
    errors: ['webhook_address_refused', 'webhook_endpoint_limit'],
    run: async ({ call, body }) => {
      const { endpoint, secret } = await call(createWebhookEndpoint, fromSettings(body));
      return { ...toEndpoint(endpoint), secret };
    },
  }),
  defineEndpoint('webhookEndpoints.get', 'GET /webhook-endpoints/{endpointId}', {
    rpcFunctions: [getWebhookEndpoint],
    summary: 'Get a webhook endpoint',
    response: WebhookEndpoint,
    run: async ({ call, params }) => toEndpoint((await call(getWebhookEndpoint, params)).endpoint),
  }),
  defineEndpoint('webhookEndpoints.update', 'PATCH /webhook-endpoints/{endpointId}', {
    rpcFunctions: [updateWebhookEndpoint],
    summary: 'Update, pause, or resume a webhook endpoint',
    body: z.strictObject({ url: Url.optional(), state: State.optional(), ...Settings }),
    response: WebhookEndpoint,
    errors: ['webhook_address_refused'],
    run: async ({ call, params, body }) =>
      toEndpoint((await call(updateWebhookEndpoint, { ...params, ...fromSettings(body) })).endpoint),
  }),
  defineEndpoint('webhookEndpoints.delete', 'DELETE /webhook-endpoints/{endpointId}', {
    rpcFunctions: [deleteWebhookEndpoint],
    summary: 'Delete a webhook endpoint',
    description: 'Stops all deliveries and deletes the delivery log.',
    response: Deleted,
    run: async ({ call, params }) => {
      await call(deleteWebhookEndpoint, params);
      return { id: params.endpointId, deleted: true as const };
    },
  }),
  defineEndpoint('webhookEndpoints.getSecret', 'GET /webhook-endpoints/{endpointId}/secret', {
    scope: 'webhooks:secrets',
    rpcFunctions: [showWebhookSecret],
    summary: 'Get the signing secret of a webhook endpoint',
    response: WebhookSecret,
    run: async ({ call, params }) => ({ ...params, ...(await call(showWebhookSecret, params)) }),
  }),
  defineEndpoint('webhookEndpoints.rotateSecret', 'POST /webhook-endpoints/{endpointId}/rotate-secret', {
    scope: 'webhooks:secrets',
    rpcFunctions: [rotateWebhookSecret],
    summary: 'Rotate the signing secret of a webhook endpoint',
    description: 'Requests are signed with both secrets for 24 hours.',
    response: WebhookEndpointWithSecret,
    run: async ({ call, params }) => {
      const { endpoint, secret } = await call(rotateWebhookSecret, params);
      return { ...toEndpoint(endpoint), secret };
    },
  }),
  defineEndpoint('webhookEndpoints.test', 'POST /webhook-endpoints/{endpointId}/test', {
    rpcFunctions: [sendTestWebhook],
    summary: 'Send a test event to a webhook endpoint',
    description: 'Sends an example of the event, whatever the endpoint is subscribed to. Its body has `"test": true`.',
    body: z.strictObject({ type: WebhookEventType.default('order.paid') }),
    response: WebhookDelivery,
    status: 201,
    errors: ['webhook_paused'],
    run: async ({ call, params, body }) =>
      toDelivery((await call(sendTestWebhook, { ...params, ...body })).delivery, params.endpointId),
  }),
  defineEndpoint('webhookEndpoints.redeliver', 'POST /webhook-endpoints/{endpointId}/redeliver', {
    rpcFunctions: [redeliverWebhooks],
    summary: 'Redeliver failed events',
    description: `Redelivers all that have failed since a date and time, oldest first: at most ${MAX_REDELIVERIES} per request.`,
    body: z.strictObject({
      failedSince: z.iso.datetime({ offset: true }).describe('From this date and time on.'),
    }),
    response: Redelivery,
    errors: ['webhook_paused'],
    run: ({ call, params, body }) => call(redeliverWebhooks, { ...params, ...body }),
  }),
]);

const DELIVERIES = defineGroup('Webhook deliveries', SCOPES, [
  defineListEndpoint('webhookDeliveries.list', '/webhook-deliveries', {
    rpcFunctions: [listWebhookDeliveries],
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Newest first.',
    query: z.strictObject({
      endpointId: z.uuid().describe('Webhook endpoint ID.'),
      state: z.enum(DELIVERY_STATES).optional().describe('Only deliveries in this state.'),
      type: WebhookEventType.optional().describe('Only deliveries of events of this type.'),
    }),
    item: WebhookDelivery,
    errors: ['not_found'],
    findRows: async ({ context, query: { endpointId, state, type: event }, sellerId, limit, after }) => {
      const { id } = await loadEndpoint(context, sellerId, endpointId);
      const cursor = after && { createdAt: new Date(after[0] ?? 0), position: Number(after[1]) };
      return listLoggedDeliveries(context.db, { endpointId: id, state, event, after: cursor, limit });
    },
    keyOf: ({ row }) => [row.createdAt.toISOString(), row.position],
    toItems: (rows, { query }) => rows.map((row) => toDelivery(toWebhookDelivery(row), query.endpointId)),
  }),
  defineEndpoint('webhookDeliveries.get', 'GET /webhook-deliveries/{deliveryId}', {
    rpcFunctions: [getWebhookDelivery],
    summary: 'Get a delivery with all attempts',
    response: WebhookDelivery,
    run: (input) => loadDelivery(input, input.params.deliveryId),
  }),
  defineEndpoint('webhookDeliveries.redeliver', 'POST /webhook-deliveries/{deliveryId}/redeliver', {
    rpcFunctions: [redeliverWebhooks],
    summary: 'Redeliver an event',
    description: 'Sends the same body again, once and immediately.',
    response: WebhookDelivery,
    errors: ['webhook_paused'],
    run: async (input) => {
      const { deliveryId } = input.params;
      const { endpointId } = await loadDelivery(input, deliveryId);
      await input.call(redeliverWebhooks, { endpointId, deliveryIds: [deliveryId] });
      return loadDelivery(input, deliveryId);
    },
  }),
]);

export const WEBHOOK_ENDPOINTS = [...ENDPOINTS, ...DELIVERIES];
