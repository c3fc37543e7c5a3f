import { z } from 'zod';

import { API_SCOPE_NAMES } from '../api-key.ts';
import { DELIVERY_STATES, WEBHOOK_FORMATS } from '../webhook-endpoint.ts';
import { TEST_EVENT, WEBHOOK_EVENT_TYPES } from '../webhook-event.ts';
import { DateTime, objectSchema } from './base-schemas.ts';

const ApiDomainRecord = objectSchema('DomainRecord', 'DNS record to create at your registrar.', {
  purpose: z
    .enum(['proof', 'road'])
    .describe(
      '`proof` proves ownership; `road` points the domain here. If there are several `road` records, one is enough.',
    ),
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
  name: z.string().describe('Full record name.'),
  host: z.string().describe('Record name without the domain, as most registrars expect it.'),
  value: z.string(),
  found: z.array(z.string()).nullable().describe('Values found by the last check; null if not checked yet.'),
  fits: z.boolean().nullable(),
});

export const ApiDomain = objectSchema('Domain', 'Custom domain that shows one of your pages.', {
  id: z.uuid(),
  host: z.string().describe('Domain as in DNS (Punycode).'),
  name: z.string().describe('Domain for display.'),
  url: z.string(),
  state: z
    .enum(['pending', 'live', 'failing', 'off'])
    .describe(
      '`pending`: not verified yet. `failing`: still live, but the last check found a problem. `off`: turned off.',
    ),
  allowed: z.boolean().describe('Whether your plan includes custom domains.'),
  page: z.strictObject({ id: z.uuid(), name: z.string() }).nullable().describe('The page shown on the domain.'),
  records: z.array(ApiDomainRecord),
  diagnosis: z.array(z.string()).describe('Problems found and how to fix them; empty if there are none.'),
  addedAt: DateTime,
  checkedAt: DateTime.nullable(),
  nextCheckAt: DateTime.nullable(),
  provenAt: DateTime.nullable(),
});

export const ApiKeySchema = objectSchema('Key', 'API key. The key itself is shown only once, when it is created.', {
  id: z.uuid(),
  name: z.string(),
  start: z.string().describe('First characters of the key, for identification.'),
  scopes: z.array(z.enum(API_SCOPE_NAMES)),
  createdAt: DateTime,
  expiresAt: DateTime.nullable(),
  lastUsedAt: DateTime.nullable(),
  lastUsedFrom: z.string().nullable(),
});

export const ApiImportableProduct = objectSchema('ImportableProduct', 'Product that can be imported as a draft.', {
  key: z.string().describe('Product ID in the source system; for a file without IDs, the product name.'),
  name: z.string(),
  priceText: z.string(),
  remarks: z.array(z.string()).describe('What couldn’t be imported as is.'),
  pageId: z.uuid().nullable().describe('Page that was created by an earlier import of this product.'),
});

export const ApiWebhookEvent = z
  .enum(WEBHOOK_EVENT_TYPES)
  .meta({ id: 'WebhookEvent', description: 'Event type. See the webhook documentation.' });

export const ApiWebhookEndpoint = objectSchema('WebhookEndpoint', 'Webhook endpoint: a URL that receives events.', {
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  format: z.enum(WEBHOOK_FORMATS),
  events: z.array(ApiWebhookEvent).describe('Event types to send. Empty for all, including ones added later.'),
  state: z.enum(['active', 'paused']),
  pausedBy: z.enum(['seller', 'failures']).nullable(),
  createdAt: DateTime,
  oldSecretUntil: DateTime.nullable().describe('Until when the previous secret stays valid.'),
  failingSince: DateTime.nullable().describe('When deliveries started failing.'),
  lastDeliveredAt: DateTime.nullable(),
  delivered: z.number().int().describe('Events delivered in the last seven days.'),
  failed: z.number().int().describe('Events that failed in the last seven days.'),
  waiting: z.number().int().describe('Events of the last seven days that are waiting.'),
});

const DELIVERY_FIELDS = {
  id: z.uuid(),
  messageId: z.string().describe('The `webhook-id` header, which is the same for each attempt.'),
  type: z.enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT]),
  orderNumber: z.number().int().nullable(),
  state: z
    .enum(DELIVERY_STATES)
    .describe('`blocked`: waiting for an earlier event of the same order, or for the endpoint to be resumed.'),
  tries: z.number().int(),
  createdAt: DateTime,
  nextTryAt: DateTime.nullable(),
  deliveredAt: DateTime.nullable(),
  lastStatus: z.number().int().nullable(),
  lastProblem: z.string().nullable().describe('Description of the last error.'),
};

export const ApiWebhookDelivery = z
  .strictObject(DELIVERY_FIELDS)
  .meta({ id: 'WebhookDelivery', description: 'Delivery of one event to one endpoint.' });

const Headers = z.array(z.tuple([z.string(), z.string()]));

export const ApiWebhookDeliveryDetail = objectSchema('WebhookDeliveryDetail', 'Delivery with all attempts.', {
  ...DELIVERY_FIELDS,
  body: z.string().describe('Request body exactly as sent and signed.'),
  log: z
    .array(
      z.strictObject({
        at: DateTime,
        took: z.number().describe('Duration in milliseconds.'),
        address: z.string().nullable().describe('IP address of the connection.'),
        requestHeaders: Headers,
        status: z.number().int().nullable(),
        answerHeaders: Headers,
        answer: z.string().describe('Beginning of the response body.'),
        answerCut: z.boolean(),
        problem: z.string().nullable().describe('Error; null if the delivery succeeded.'),
      }),
    )
    .describe('Attempts, newest first.'),
});
