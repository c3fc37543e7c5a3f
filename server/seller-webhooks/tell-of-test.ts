import { TEST_EVENT } from '#domain/webhook-event.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import type { WebhookEndpointRow } from '#server/db/webhook-endpoints.ts';
import { findDeliveryId, insertDeliveries, insertMessages } from '#server/db/webhook-messages.ts';

import { bodyText, type WebhookData } from './webhook-body.ts';

/** Creates a test event for one endpoint only. Returns the id of its delivery. */
export async function tellOfTest(
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
  await insertMessages(tx, [
    {
      id: messageId,
      mode: context.mode,
      sellerId,
      key: `${TEST_EVENT} ${messageId}`,
      type: TEST_EVENT,
      subject: null,
      orderNumber: null,
      body: bodyText(TEST_EVENT, now, data),
      sentence: 'This is a test: what happens in your shop will be told here.',
      createdAt: now,
    },
  ]);
  await insertDeliveries(tx, [{ messageId, endpointId }], now);
  return findDeliveryId(tx, messageId, endpointId);
}
