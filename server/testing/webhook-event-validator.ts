import addFormats from 'ajv-formats';
/** Webhook events as receivers parse them. For tests only. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';

import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

import { getEventSchema, type EventBody } from '../webhooks/event-schemas.ts';

export const parseEvent = (body: string): EventBody => JSON.parse(body) as EventBody;

/** Returns a check of an event against the JSON schema of its type, as a receiver would run it. */
export function createEventValidator(): (event: EventBody) => unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const checks = new Map(
    WEBHOOK_EVENT_TYPES.map((type) => [type, ajv.compile(z.toJSONSchema(getEventSchema(type)))] as const),
  );
  return (event) => {
    const check = checks.get(event.type);
    if (!check) return [`Nothing is called ${event.type}`];
    return check(event) ? [] : [...(check.errors ?? [])];
  };
}
