import { TEST_EVENT } from '#domain/webhook-event.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import type { WebhookEndpointRow } from '#server/db/webhook-endpoints.ts';
import { findDeliveryId, insertDeliveries, insertWebhookEvents } from '#server/db/webhook-messages.ts';

import { renderEventBody, type WebhookData } from './webhook-body.ts';

/** Creates a test event for one endpoint only. Returns the id of its delivery. */
export async function emitTestWebhook(
  context: Context,
  tx: Db,
  { id: endpointId, sellerId }: WebhookEndpointRow,
): Promise<string> {
  const now = context.realNow();
  const messageId = crypto.randomUUID();
  const data: WebhookData<typeof TEST_EVENT> = {
    endpointId,
    message: 'This is a test. If you can verify its signature, everything else will arrive as well.',
  };
  await insertWebhookEvents(tx, [
    {
      id: messageId,
      mode: context.mode,
      sellerId,
      key: `${TEST_EVENT} ${messageId}`,
      type: TEST_EVENT,
      orderingKey: null,
      orderNumber: null,
      body: renderEventBody(TEST_EVENT, now, data),
      summary: 'This is a test: what happens in your shop will be told here.',
      createdAt: now,
    },
  ]);
  await insertDeliveries(tx, [{ messageId, endpointId }], now);
  return findDeliveryId(tx, messageId, endpointId);
}
