import { z } from 'zod';

import { API_SCOPE_NAMES, type ApiKey } from '#domain/api-key.ts';
import type { ImportableProduct } from '#domain/product-import.ts';
import type { DomainRecord, SellerDomain } from '#domain/seller-domain.ts';
import {
  DELIVERY_STATES,
  WEBHOOK_FORMATS,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookEndpoint,
} from '#domain/webhook-endpoint.ts';
import { TEST_EVENT, WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

import { DateTime, exactSchema, objectSchema } from './base-schemas.ts';

const ApiDomainRecord = objectSchema<DomainRecord>()(
  'DomainRecord',
  'A line of the zone that you write at your registrar.',
  {
    purpose: z
      .enum(['proof', 'road'])
      .describe('`proof` says whose it is, `road` leads visitors here. Of several roads one is enough.'),
    type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
    name: z.string().describe('The whole name.'),
    host: z.string().describe('The same without the domain itself, as most registrars ask for it.'),
    value: z.string(),
    found: z.array(z.string()).nullable().describe('What the last check found; null: not looked yet.'),
    fits: z.boolean().nullable(),
  },
);

export const ApiDomain = objectSchema<SellerDomain>()(
  'Domain',
  'A name of your own, at whose root one of your pages stands.',
  {
    id: z.uuid(),
    host: z.string().describe('As it stands in the DNS.'),
    name: z.string().describe('As people read it.'),
    url: z.string(),
    state: z
      .enum(['pending', 'live', 'failing', 'off'])
      .describe(
        '`pending`: not proven yet. `failing`: it still answers, and the last check found something wrong. `off`: it answers no more.',
      ),
    allowed: z.boolean().describe('Whether your plan has domains of your own.'),
    page: z.strictObject({ id: z.uuid(), name: z.string() }).nullable().describe('At its root.'),
    records: z.array(ApiDomainRecord),
    diagnosis: z.array(z.string()).describe('What is wrong and what to do; empty when nothing is.'),
    addedAt: DateTime,
    checkedAt: DateTime.nullable(),
    nextCheckAt: DateTime.nullable(),
    provenAt: DateTime.nullable(),
  },
);

export const ApiKeySchema = objectSchema<ApiKey>()(
  'Key',
  'A key of the API. The key itself is shown once, when it is made.',
  {
    id: z.uuid(),
    name: z.string(),
    start: z.string().describe('Its first characters, by which you recognize it.'),
    scopes: z.array(z.enum(API_SCOPE_NAMES)),
    createdAt: DateTime,
    expiresAt: DateTime.nullable(),
    lastUsedAt: DateTime.nullable(),
    lastUsedFrom: z.string().nullable(),
  },
);

export const ApiImportableProduct = objectSchema<ImportableProduct>()(
  'ImportableProduct',
  'A product of another system that can become a draft.',
  {
    key: z.string().describe('Its id there; of a file, the number of its line.'),
    name: z.string(),
    priceText: z.string(),
    remarks: z.array(z.string()).describe('What could not be taken over as it is.'),
    pageId: z.uuid().nullable().describe('The page that was made from it earlier.'),
  },
);

export const ApiWebhookEvent = z
  .enum(WEBHOOK_EVENT_TYPES)
  .meta({ id: 'WebhookEvent', description: 'An event type; see the page about webhooks.' });

export const ApiWebhookEndpoint = objectSchema<WebhookEndpoint>()(
  'WebhookEndpoint',
  'An address of yours that receives events.',
  {
    id: z.uuid(),
    url: z.string(),
    description: z.string(),
    format: z.enum(WEBHOOK_FORMATS),
    events: z.array(ApiWebhookEvent).describe('Empty: all there are, those of later versions too.'),
    state: z.enum(['active', 'paused']),
    pausedBy: z.enum(['seller', 'failures']).nullable(),
    createdAt: DateTime,
    oldSecretUntil: DateTime.nullable().describe('Until when the secret before signs, too.'),
    failingSince: DateTime.nullable().describe('Since when nothing has arrived.'),
    lastDeliveredAt: DateTime.nullable(),
    delivered: z.number().int().describe('Of the last seven days, as the next two.'),
    failed: z.number().int(),
    waiting: z.number().int(),
  },
);

const DELIVERY_FIELDS = {
  id: z.uuid(),
  messageId: z.string().describe('The header `webhook-id`: the same in each try.'),
  type: z.enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT]),
  orderNumber: z.number().int().nullable(),
  state: z
    .enum(DELIVERY_STATES)
    .describe('`held`: one before it of the same order must arrive first, or the endpoint is paused.'),
  tries: z.number().int(),
  createdAt: DateTime,
  nextTryAt: DateTime.nullable(),
  deliveredAt: DateTime.nullable(),
  lastStatus: z.number().int().nullable(),
  lastProblem: z.string().nullable().describe('In plain words.'),
};

export const ApiWebhookDelivery = exactSchema<WebhookDelivery>()(
  z.strictObject(DELIVERY_FIELDS).meta({ id: 'WebhookDelivery', description: 'One event on its way to one endpoint.' }),
);

const Headers = z.array(z.tuple([z.string(), z.string()]));

export const ApiWebhookDeliveryDetail = objectSchema<WebhookDeliveryDetail>()(
  'WebhookDeliveryDetail',
  'A delivery with every try.',
  {
    ...DELIVERY_FIELDS,
    body: z.string().describe('Exactly what is sent and signed.'),
    log: z
      .array(
        z.strictObject({
          at: DateTime,
          took: z.number().describe('Milliseconds.'),
          address: z.string().nullable().describe('What was connected to.'),
          requestHeaders: Headers,
          status: z.number().int().nullable(),
          answerHeaders: Headers,
          answer: z.string().describe('The beginning of it.'),
          answerCut: z.boolean(),
          problem: z.string().nullable().describe('Null: it arrived.'),
        }),
      )
      .describe('The tries, the newest first.'),
  },
);
