import { z } from 'zod';

import { MAX_DESCRIPTION_LENGTH, WEBHOOK_FORMATS } from '#domain/webhook-endpoint.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  showWebhookSecret,
  updateWebhookEndpoint,
} from '#server/webhooks/rpc/manage-endpoints.ts';

import { defineEndpoint, type ApiEndpoint } from '../define-endpoint.ts';
import { ApiWebhookEndpoint, ApiWebhookEvent } from '../schemas/webhook-schemas.ts';

const group = 'Webhooks';
const scope = 'webhooks:write';
const EndpointResponse = z.strictObject({ endpoint: ApiWebhookEndpoint });
const Secret = z.string().meta({ description: 'It signs what is sent (Standard Webhooks).', examples: ['whsec_…'] });

const Url = z
  .string()
  .max(5000)
  .meta({ examples: ['https://example.com/hooks'] });
const EndpointFields = {
  description: z.string().max(MAX_DESCRIPTION_LENGTH).optional(),
  format: z.enum(WEBHOOK_FORMATS).optional(),
  events: z
    .array(ApiWebhookEvent)
    .max(WEBHOOK_EVENT_TYPES.length)
    .optional()
    .meta({ description: 'Empty: all there are, those of later versions too.' }),
};

export const WEBHOOK_ENDPOINTS: readonly ApiEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/webhooks',
    scope,
    rpcFunction: listWebhookEndpoints,
    group,
    summary: 'List webhook endpoints',
    description: 'There are a few at most, so they come at once.',
    answer: z.strictObject({
      endpoints: z.array(ApiWebhookEndpoint),
      most: z.number().int().meta({ description: 'How many your plan has.' }),
    }),
    errors: [],
    toBody: () => ({}),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/webhooks',
    scope,
    rpcFunction: createWebhookEndpoint,
    group,
    summary: 'Create a webhook endpoint',
    body: z.strictObject({ url: Url, ...EndpointFields }),
    answer: z.strictObject({ endpoint: ApiWebhookEndpoint, secret: Secret }),
    status: 201,
    errors: ['webhook_address_refused', 'webhook_endpoint_limit'],
    toBody: ({ body }) => body,
  }),
  defineEndpoint({
    method: 'GET',
    path: '/webhooks/{endpointId}',
    scope,
    rpcFunction: getWebhookEndpoint,
    group,
    summary: 'Get a webhook endpoint',
    answer: EndpointResponse,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'PATCH',
    path: '/webhooks/{endpointId}',
    scope,
    rpcFunction: updateWebhookEndpoint,
    group,
    summary: 'Change, pause or resume a webhook endpoint',
    body: z.strictObject({
      url: Url.optional(),
      state: z.enum(['active', 'paused']).optional(),
      ...EndpointFields,
    }),
    answer: EndpointResponse,
    errors: ['not_found', 'webhook_address_refused'],
    toBody: ({ params, body }) => ({ ...params, ...body }),
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/webhooks/{endpointId}',
    scope,
    rpcFunction: deleteWebhookEndpoint,
    group,
    summary: 'Delete a webhook endpoint',
    description: 'Nothing more is sent to it; its log goes with it.',
    answer: z.strictObject({ deleted: z.literal(true) }),
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'GET',
    path: '/webhooks/{endpointId}/secret',
    scope,
    rpcFunction: showWebhookSecret,
    group,
    summary: 'Show the secret of a webhook endpoint',
    answer: z.strictObject({ secret: Secret }),
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/webhooks/{endpointId}/rotate',
    scope,
    rpcFunction: rotateWebhookSecret,
    group,
    summary: 'Give a webhook endpoint a new secret',
    description: 'The old one signs beside the new one for a day.',
    answer: z.strictObject({ secret: Secret, endpoint: ApiWebhookEndpoint }),
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
];
