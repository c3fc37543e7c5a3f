import addFormats from 'ajv-formats';
/** Webhook events as receivers parse them. For tests only. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';

import type { ApiOrder } from '#domain/api-schemas/order-schemas.ts';
import type { SentEventType } from '#domain/webhook-event.ts';

import { SENT_EVENT_TYPES, buildWebhookSchema, type EventFacts } from '../webhooks/event-schemas.ts';

export type WebhookEvent = {
  type: SentEventType;
  timestamp: string;
  data: { event: EventFacts; order: ApiOrder } & Record<string, { id: string }>;
};

export const parseEvent = (body: string): WebhookEvent => JSON.parse(body) as WebhookEvent;

/** Returns a check of an event against the JSON schema of its type, as a receiver would run it. */
export function createEventValidator(): (event: WebhookEvent) => unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const checks = new Map(SENT_EVENT_TYPES.map((type) => [type, ajv.compile(z.toJSONSchema(buildWebhookSchema(type)))]));
  return (event) => {
    const check = checks.get(event.type);
    if (!check) return [`Nothing is called ${event.type}`];
    return check(event) ? [] : [...(check.errors ?? [])];
  };
}
