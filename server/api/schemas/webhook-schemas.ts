import { z } from 'zod';

import {
  DELIVERY_STATES,
  WEBHOOK_FORMATS,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookEndpoint,
} from '#domain/webhook-endpoint.ts';
import { TEST_EVENT, WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

import { DateTime, exactSchema } from './base-schemas.ts';

export const ApiWebhookEvent = z
  .enum(WEBHOOK_EVENT_TYPES)
  .meta({ id: 'WebhookEvent', description: 'What can be told; see the page about webhooks.' });

export const ApiWebhookEndpoint = exactSchema<WebhookEndpoint>()(
  z
    .strictObject({
      id: z.uuid(),
      url: z.string(),
      description: z.string(),
      format: z.enum(WEBHOOK_FORMATS),
      events: z.array(ApiWebhookEvent).meta({ description: 'Empty: all there are, those of later versions too.' }),
      state: z.enum(['active', 'paused']),
      pausedBy: z.enum(['seller', 'failures']).nullable(),
      createdAt: DateTime,
      oldSecretUntil: DateTime.nullable().meta({ description: 'Until when the secret before signs, too.' }),
      failingSince: DateTime.nullable().meta({ description: 'Since when nothing has arrived.' }),
      lastDeliveredAt: DateTime.nullable(),
      delivered: z.number().int().meta({ description: 'Of the last seven days, as the next two.' }),
      failed: z.number().int(),
      waiting: z.number().int(),
    })
    .meta({ id: 'WebhookEndpoint', description: 'Where a program of yours is told of what happens.' }),
);

const DELIVERY_FIELDS = {
  id: z.uuid(),
  messageId: z.string().meta({ description: 'The header `webhook-id`: the same in each try.' }),
  type: z.enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT]),
  orderNumber: z.number().int().nullable(),
  state: z.enum(DELIVERY_STATES).meta({
    description: '`held`: one before it of the same order must arrive first, or the endpoint is paused.',
  }),
  tries: z.number().int(),
  createdAt: DateTime,
  nextTryAt: DateTime.nullable(),
  deliveredAt: DateTime.nullable(),
  lastStatus: z.number().int().nullable(),
  lastProblem: z.string().nullable().meta({ description: 'In plain words.' }),
};

export const ApiWebhookDelivery = exactSchema<WebhookDelivery>()(
  z.strictObject(DELIVERY_FIELDS).meta({ id: 'WebhookDelivery', description: 'One event on its way to one endpoint.' }),
);

const Headers = z.array(z.tuple([z.string(), z.string()]));

export const ApiWebhookDeliveryDetail = exactSchema<WebhookDeliveryDetail>()(
  z
    .strictObject({
      ...DELIVERY_FIELDS,
      body: z.string().meta({ description: 'Exactly what is sent and signed.' }),
      log: z
        .array(
          z.strictObject({
            at: DateTime,
            took: z.number().meta({ description: 'Milliseconds.' }),
            address: z.string().nullable().meta({ description: 'What was connected to.' }),
            requestHeaders: Headers,
            status: z.number().int().nullable(),
            answerHeaders: Headers,
            answer: z.string().meta({ description: 'The beginning of it.' }),
            answerCut: z.boolean(),
            problem: z.string().nullable().meta({ description: 'Null: it arrived.' }),
          }),
        )
        .meta({ description: 'The tries, the newest first.' }),
    })
    .meta({ id: 'WebhookDeliveryDetail', description: 'A delivery with every try.' }),
);
