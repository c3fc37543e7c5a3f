import { z } from 'zod';

import { DELIVERY_STATES, WEBHOOK_FORMATS } from '../webhook-endpoint.ts';
import { ALL_EVENTS, TEST_EVENT, WEBHOOK_EVENT_TYPES } from '../webhook-event.ts';
import { DateTime, objectSchema } from './base-schemas.ts';

const DomainRecord = objectSchema('DomainRecord', 'DNS record to create at your registrar.', {
  purpose: z
    .enum(['verification', 'routing'])
    .describe('`verification` proves ownership; `routing` points the domain here. One routing record is enough.'),
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']).describe('Type of the DNS record.'),
  name: z.string().describe('Full record name.'),
  host: z.string().describe('Record name without the domain, as most registrars expect it.'),
  value: z.string().describe('Value to enter.'),
  foundValues: z.array(z.string()).nullable().describe('Found by the last check; null if not checked yet.'),
  matches: z.boolean().nullable().describe('Whether the last check found the record; null if not checked yet.'),
});

export const Domain = objectSchema('Domain', 'Custom domain that shows one of your pages.', {
  id: z.uuid().describe('ID of this object.'),
  host: z.string().describe('Domain as in DNS (Punycode).'),
  displayName: z.string().describe('Domain as people read it.'),
  url: z.string().describe('URL that shows the page.'),
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
  id: z.uuid().describe('ID of this object.'),
  url: z.string().describe('Where events are sent.'),
  description: z.string().describe('Your own note.'),
  format: z.enum(WEBHOOK_FORMATS).describe('`standard`: signed JSON. `slack` and `discord`: one unsigned sentence.'),
  events: z.array(z.enum([ALL_EVENTS, ...WEBHOOK_EVENT_TYPES])).describe('`["*"]`: all event types.'),
  state: z.enum(['active', 'paused']).describe('`paused`: events are kept until the endpoint is resumed.'),
  pausedBy: z
    .enum(['seller', 'failures'])
    .nullable()
    .describe('`failures`: paused because deliveries failed. Null while it is active.'),
  recentDeliveries: z
    .strictObject({
      delivered: z.number().int().describe('Delivered.'),
      failed: z.number().int().describe('Failed for good.'),
      waiting: z.number().int().describe('Not delivered yet.'),
    })
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
  endpointId: z.uuid().describe('ID of the endpoint.'),
  secret: Secret,
});

const HttpHeader = objectSchema('HttpHeader', 'Header of a request or response.', {
  name: z.string().describe('Name of the header.'),
  value: z.string().describe('Value of the header.'),
});

const WebhookAttempt = objectSchema('WebhookAttempt', 'One attempt of a delivery.', {
  attemptedAt: DateTime,
  durationMs: z.number().describe('How long it took, in milliseconds.'),
  ipAddress: z.string().nullable().describe('Address that it was sent to; null without a connection.'),
  requestHeaders: z.array(HttpHeader),
  responseStatus: z.number().int().nullable().describe('HTTP status; null if there was no response.'),
  responseHeaders: z.array(HttpHeader),
  responseBody: z.string().describe('Beginning of the response.'),
  responseTruncated: z.boolean().describe('Whether the response was longer than what is stored.'),
  error: z.string().nullable().describe('What went wrong; null if the event was delivered.'),
});

export const WebhookDelivery = objectSchema('WebhookDelivery', 'Delivery of one event to one endpoint.', {
  id: z.uuid().describe('ID of this object.'),
  endpointId: z.uuid().describe('ID of the endpoint.'),
  eventId: z.uuid().describe('ID of the event, which is the header `webhook-id` of each attempt.'),
  type: z
    .enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT])
    .describe('Type of the event. `webhook.test`: a test of an earlier version.'),
  state: z
    .enum(DELIVERY_STATES)
    .describe('`blocked`: waiting for an earlier event of the same order, or for the endpoint to be resumed.'),
  attemptCount: z.number().int().describe('Number of attempts so far.'),
  responseStatus: z.number().int().nullable().describe('Of the last attempt.'),
  error: z.string().nullable().describe('Of the last attempt.'),
  createdAt: DateTime,
  nextAttemptAt: DateTime.nullable(),
  deliveredAt: DateTime.nullable(),
  requestBody: z.string().optional().describe('Exactly as sent and signed; only if you get a single delivery.'),
  attempts: z.array(WebhookAttempt).optional().describe('Newest first; only if you get a single delivery.'),
});

export const Redelivery = objectSchema('Redelivery', 'Deliveries that are sent again.', {
  queued: z.number().int().describe('Deliveries that this request sends again.'),
  remaining: z.number().int().describe('Failed deliveries that are left: repeat the request for them.'),
});

export const ImportableProduct = objectSchema('ImportableProduct', 'Product that can become a draft.', {
  key: z.string().describe('Product ID in the source system; for a file without IDs, the product name.'),
  name: z.string().describe('Name of the product.'),
  priceText: z.string().describe('Price as people read it, such as `49.00 USD`.'),
  warnings: z.array(z.string()).describe('What can’t be imported as is.'),
  pageId: z.uuid().nullable().describe('Page that was created by an earlier import.'),
});

const ProductKey = z.string().describe('Key of the product.');

export const ImportResult = objectSchema('ImportResult', 'Result of an import.', {
  pages: z
    .array(z.strictObject({ key: ProductKey, pageId: z.uuid().describe('ID of the new page.') }))
    .describe('Pages that were created.'),
  failed: z
    .array(z.strictObject({ key: ProductKey, message: z.string().describe('Why it failed.') }))
    .describe('Products that could not be imported.'),
});
