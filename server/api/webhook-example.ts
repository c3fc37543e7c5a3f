import { WEBHOOK_EVENT_TYPES, type WebhookReference } from '#domain/webhook-event.ts';
import type { Context } from '#server/core/context.ts';

import { getUserAgent } from '../webhooks/deliver.ts';
import { buildExampleData } from '../webhooks/event-examples.ts';
import { renderEventBody, WEBHOOK_DATA_SCHEMAS } from '../webhooks/event-schemas.ts';
import { createSignatureHeaders } from '../webhooks/webhook-request.ts';

const EVENT_ID = '0f6f5c1e-6c0e-4f0e-9d57-5a8e7c1b2f10';
const PAID_AT = new Date('2026-11-20T14:12:08.000Z');
/** Belongs to no endpoint: readers of the documentation test their own code with it. */
const EXAMPLE_SECRET = `whsec_${Buffer.from('This secret is for trying out.32').toString('base64')}`;

/** Builds the signed example request of the webhook documentation, and the fields of each event type. */
export function buildWebhookReference(context: Context): WebhookReference {
  const type = 'order.paid';
  const body = renderEventBody({
    id: EVENT_ID,
    type,
    mode: 'live',
    createdAt: PAID_AT.toISOString(),
    data: buildExampleData(type),
  });
  const userAgent = getUserAgent(context);
  const sentAt = new Date(PAID_AT.getTime() + 1000);
  return {
    example: {
      userAgent,
      headers: [
        ['content-type', 'application/json'],
        ['user-agent', userAgent],
        ...createSignatureHeaders({ id: EVENT_ID, at: sentAt, body }, [EXAMPLE_SECRET]),
      ],
      body,
      secret: EXAMPLE_SECRET,
    },
    dataFields: Object.fromEntries(
      WEBHOOK_EVENT_TYPES.map((name) => [name, Object.keys(WEBHOOK_DATA_SCHEMAS[name].shape)]),
    ) as WebhookReference['dataFields'],
  };
}
