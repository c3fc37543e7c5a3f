import type { z } from 'zod';

import { WEBHOOK_EVENTS, WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

import { buildExampleData } from '../webhooks/event-examples.ts';
import { getEventSchema } from '../webhooks/event-schemas.ts';
import type { ApiWebhook, JsonSchema } from './openapi-types.ts';

const EXAMPLE_EVENT_ID = '0f6f5c1e-6c0e-4f0e-9d57-5a8e7c1b2f10';
const EXAMPLE_TIME = '2026-11-20T14:12:08.000Z';

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' },
});

/** Headers of Standard Webhooks. */
const WEBHOOK_HEADERS = [
  header('webhook-id', 'ID of the event, the same in all deliveries. Use it to detect duplicates.'),
  header('webhook-timestamp', 'Time of this delivery, in Unix seconds.'),
  header('webhook-signature', 'Signatures: `v1,` and base64, separated by spaces.'),
];

/** Builds the `webhooks` of the document: a request for each event type. */
export function buildWebhooks(toJsonSchema: (schema: z.ZodType) => JsonSchema): Record<string, ApiWebhook> {
  const webhooks = WEBHOOK_EVENT_TYPES.map((type): [string, ApiWebhook] => {
    const data = buildExampleData(type);
    const example = { id: EXAMPLE_EVENT_ID, type, mode: 'live', createdAt: EXAMPLE_TIME, data };
    const operation = {
      summary: type,
      description: WEBHOOK_EVENTS[type],
      tags: ['Webhook endpoints'],
      security: [],
      parameters: WEBHOOK_HEADERS,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toJsonSchema(getEventSchema(type)), example } },
      },
      responses: { '2XX': { description: 'The event is delivered. Any other status is a failure.' } },
    };
    return [type, { post: operation }];
  });
  return Object.fromEntries(webhooks);
}
