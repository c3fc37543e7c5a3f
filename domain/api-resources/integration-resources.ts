import { z } from 'zod';

import { DELIVERY_STATES, WEBHOOK_FORMATS } from '../webhook-endpoint.ts';
import { ALL_EVENTS, TEST_EVENT, WEBHOOK_EVENT_TYPES } from '../webhook-event.ts';
import { DateTime, objectSchema } from './base-schemas.ts';

const DomainRecord = objectSchema('DomainRecord', 'DNS record to create at your registrar.', {
  purpose: z
    .enum(['verification', 'routing'])
    .describe('`verification` proves ownership; `routing` points the domain here. One routing record is enough.'),
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: z.string().describe('Full record name.'),
  host: z.string().describe('Record name without the domain, as most registrars expect it.'),
  value: z.string(),
  foundValues: z.array(z.string()).nullable().describe('Found by the last check; null if not checked yet.'),
  matches: z.boolean().nullable(),
});

export const Domain = objectSchema('Domain', 'Custom domain that shows one of your pages.', {
  id: z.uuid(),
  host: z.string().describe('Domain as in DNS (Punycode).'),
  displayName: z.string(),
  url: z.string(),
  state: z
    .enum(['pending', 'live', 'failing', 'disabled'])
    .describe('`pending`: not verified yet. `failing`: still live, but the last check found a problem.'),
  pageId: z.uuid().nullable().describe('The page shown on the domain.'),
  records: z.array(DomainRecord),
  problems: z.array(z.string()).describe('What is wrong and how to fix it.'),
  createdAt: DateTime,
  checkedAt: DateTime.nullable(),
  nextCheckAt: DateTime.nullable(),
  verifiedAt: DateTime.nullable(),
});

export const WebhookEventType = z
  .enum(WEBHOOK_EVENT_TYPES)
  .meta({ id: 'WebhookEventType', description: 'Event type. See the webhook documentation.' });

export const SubscribedEvents = z
  .array(z.enum([ALL_EVENTS, ...WEBHOOK_EVENT_TYPES]))
  .min(1)
  .max(WEBHOOK_EVENT_TYPES.length)
  .describe('Event types to send. `["*"]`: all, including ones added later.');

const endpointFields = {
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  format: z.enum(WEBHOOK_FORMATS),
  events: z.array(z.enum([ALL_EVENTS, ...WEBHOOK_EVENT_TYPES])).describe('`["*"]`: all event types.'),
  state: z.enum(['active', 'paused']),
  pausedBy: z.enum(['seller', 'failures']).nullable(),
  recentDeliveries: z
    .strictObject({ delivered: z.number().int(), failed: z.number().int(), waiting: z.number().int() })
    .describe('Deliveries of the last seven days.'),
  firstFailedAt: DateTime.nullable().describe('First failure since the last success.'),
  lastDeliveredAt: DateTime.nullable(),
  previousSecretExpiresAt: DateTime.nullable().describe('Until then, requests are signed with two secrets.'),
  createdAt: DateTime,
};

export const WebhookEndpoint = objectSchema('WebhookEndpoint', 'URL that receives events.', endpointFields);

const Secret = z.string().meta({ description: 'Signing secret.', examples: ['whsec_…'] });

export const WebhookEndpointWithSecret = objectSchema('WebhookEndpointWithSecret', 'Endpoint with its new secret.', {
  ...endpointFields,
  secret: Secret,
});

export const WebhookSecret = objectSchema('WebhookSecret', 'Secret that signs the requests to an endpoint.', {
  endpointId: z.uuid(),
  secret: Secret,
});

const HttpHeader = objectSchema('HttpHeader', 'Header of a request or response.', {
  name: z.string(),
  value: z.string(),
});

const WebhookAttempt = objectSchema('WebhookAttempt', 'One attempt of a delivery.', {
  attemptedAt: DateTime,
  durationMs: z.number(),
  ipAddress: z.string().nullable(),
  requestHeaders: z.array(HttpHeader),
  responseStatus: z.number().int().nullable(),
  responseHeaders: z.array(HttpHeader),
  responseBody: z.string().describe('Beginning of the response.'),
  responseTruncated: z.boolean(),
  error: z.string().nullable().describe('What went wrong; null if the event was delivered.'),
});

export const WebhookDelivery = objectSchema('WebhookDelivery', 'Delivery of one event to one endpoint.', {
  id: z.uuid(),
  endpointId: z.uuid(),
  eventId: z.uuid().describe('ID of the event, which is the header `webhook-id` of each attempt.'),
  type: z.enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT]),
  state: z
    .enum(DELIVERY_STATES)
    .describe('`blocked`: waiting for an earlier event of the same order, or for the endpoint to be resumed.'),
  attemptCount: z.number().int(),
  responseStatus: z.number().int().nullable().describe('Of the last attempt.'),
  error: z.string().nullable().describe('Of the last attempt.'),
  createdAt: DateTime,
  nextAttemptAt: DateTime.nullable(),
  deliveredAt: DateTime.nullable(),
  requestBody: z.string().optional().describe('Exactly as sent and signed; only if you get a single delivery.'),
  attempts: z.array(WebhookAttempt).optional().describe('Newest first; only if you get a single delivery.'),
});

export const Redelivery = objectSchema('Redelivery', 'Deliveries that are sent again.', {
  queued: z.number().int(),
  remaining: z.number().int().describe('Failed deliveries that are left: repeat the request for them.'),
});

export const ImportableProduct = objectSchema('ImportableProduct', 'Product that can become a draft.', {
  key: z.string().describe('Product ID in the source system; for a file without IDs, the product name.'),
  name: z.string(),
  priceText: z.string(),
  remarks: z.array(z.string()).describe('What can’t be imported as is.'),
  pageId: z.uuid().nullable().describe('Page that was created by an earlier import.'),
});

export const ImportResult = objectSchema('ImportResult', 'Result of an import.', {
  pages: z.array(z.strictObject({ key: z.string(), pageId: z.uuid() })),
  failed: z.array(z.strictObject({ key: z.string(), message: z.string() })),
});
