import { z } from 'zod';

import { DELIVERY_STATES, MAX_REDELIVERIES } from '#domain/webhook-endpoint.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhooks,
  sendTestWebhook,
} from '#server/webhooks/rpc/manage-deliveries.ts';

import { defineEndpoint, defineListEndpoint, type ApiEndpoint } from '../define-endpoint.ts';
import { ApiWebhookDelivery, ApiWebhookDeliveryDetail } from '../schemas/webhook-schemas.ts';

const group = 'Webhooks';
const scope = 'webhooks:write';

/** Endpoints for deliveries to webhook endpoints and their results. */
export const WEBHOOK_DELIVERY_ENDPOINTS: readonly ApiEndpoint[] = [
  defineListEndpoint({
    path: '/webhooks/{endpointId}/deliveries',
    scope,
    rpcFunction: listWebhookDeliveries,
    group,
    summary: 'List the deliveries of a webhook endpoint',
    description: 'The newest first.',
    query: z.strictObject({
      state: z.enum(DELIVERY_STATES).optional(),
      event: z.enum(WEBHOOK_EVENT_TYPES).optional(),
    }),
    item: ApiWebhookDelivery,
    errors: ['not_found'],
    list: async (_, { params, query, callFunction }, { limit, after }) => {
      const cursorParam = after === null ? {} : { cursor: String(after[0]) };
      const { deliveries, next } = await callFunction(listWebhookDeliveries, {
        ...params,
        ...query,
        ...cursorParam,
        limit,
      });
      return { data: deliveries, next: next === null ? null : [next] };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/webhook-deliveries/{deliveryId}',
    scope,
    rpcFunction: getWebhookDelivery,
    group,
    summary: 'Get a delivery with every try',
    answer: z.strictObject({ delivery: ApiWebhookDeliveryDetail }),
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/webhooks/{endpointId}/test',
    scope,
    rpcFunction: sendTestWebhook,
    group,
    summary: 'Send a test to a webhook endpoint',
    answer: z.strictObject({ delivery: ApiWebhookDelivery }),
    status: 201,
    errors: ['not_found', 'webhook_paused'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/webhooks/{endpointId}/redeliver',
    scope,
    rpcFunction: redeliverWebhooks,
    group,
    summary: 'Send deliveries again',
    description: `These, or all that have failed since a moment: at most ${MAX_REDELIVERIES} at once, the oldest first.`,
    body: z.union([
      z.strictObject({ deliveryIds: z.array(z.uuid()).min(1).max(MAX_REDELIVERIES) }),
      z.strictObject({ failedSince: z.iso.datetime({ offset: true }) }),
    ]),
    answer: z.strictObject({ queued: z.number().int() }),
    errors: ['not_found', 'webhook_paused'],
    toBody: ({ params, body }) => ({ ...params, ...body }),
  }),
];
