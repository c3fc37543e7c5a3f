import { z } from 'zod';

import { AppError } from '#domain/errors.ts';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { DELIVERY_RETENTION_DAYS, DELIVERY_STATES, MAX_REDELIVERIES } from '#domain/webhook-endpoint.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { emitTestWebhook } from '#server/webhooks/emit-webhooks.ts';
import {
  countFailedDeliveries,
  findLoggedDelivery,
  listLoggedDeliveries,
  listDeliveryAttempts,
  lockDeliveries,
  lockFailedDeliveries,
  scheduleRedelivery,
  type DeliveryRow,
  type LogCursor,
} from '#server/webhooks/queries/delivery-log.ts';
import type { WebhookEndpointRow } from '#server/webhooks/queries/endpoints.ts';
import { toWebhookDeliveryDetail, toWebhookDelivery } from '#server/webhooks/webhook-responses.ts';

import { loadEndpoint } from './manage-endpoints.ts';

/** Encodes a position in the delivery log as a cursor for clients. */
const encodeLogCursor = ({ createdAt, position }: LogCursor): string =>
  Buffer.from(`${createdAt.getTime()}.${position}`).toString('base64url');

/** Decodes a cursor. Returns null if the server did not create it. */
function decodeLogCursor(text: string): LogCursor | null {
  const [, at, position] = /^(\d{1,13})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return at && position ? { createdAt: new Date(Number(at)), position: Number(position) } : null;
}

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 50;

export const sendTestWebhook = defineRpcFunction({
  name: 'send-test-webhook',
  access: 'writes',
  body: z.strictObject({ endpointId: z.uuid(), type: z.enum(WEBHOOK_EVENT_TYPES).optional() }),
  limits: [{ name: 'webhook-test', limit: 30, windowMs: HOUR_MS }],
  run: async (context, { caller: { sellerId } }, { endpointId, type }) => {
    const endpoint = await findActiveEndpoint(context, sellerId, endpointId);
    const exampleType = type ?? endpoint.events[0] ?? 'order.paid';
    const deliveryId = await context.db.transaction((tx) => emitTestWebhook(context, tx, endpoint, exampleType));
    context.wake('deliveries');
    const loggedDelivery = await findLoggedDelivery(context.db, sellerId, context.mode, deliveryId);
    if (!loggedDelivery) throw new AppError('not_found');
    return { delivery: toWebhookDelivery(loggedDelivery) };
  },
});

export const listWebhookDeliveries = defineRpcFunction({
  name: 'list-webhook-deliveries',
  access: 'reads',
  body: z.strictObject({
    endpointId: z.uuid(),
    state: z.enum(DELIVERY_STATES).optional(),
    event: z.enum(WEBHOOK_EVENT_TYPES).optional(),
    cursor: z.string().max(100).optional(),
    limit: z.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
  }),
  run: async (context, { caller }, { endpointId, cursor, limit = DEFAULT_PAGE_SIZE, ...filter }) => {
    const after = cursor === undefined ? null : decodeLogCursor(cursor);
    if (cursor !== undefined && !after)
      throw new AppError('invalid_request', { facts: { problems: ['cursor: invalid'] } });
    const { id } = await loadEndpoint(context, caller.sellerId, endpointId);
    const rows = await listLoggedDeliveries(context.db, {
      endpointId: id,
      ...filter,
      after,
      limit: limit + 1,
    });
    const listed = rows.slice(0, limit);
    const last = rows.length > limit ? listed.at(-1) : undefined;
    return { deliveries: listed.map(toWebhookDelivery), next: last ? encodeLogCursor(last.row) : null };
  },
});

export const getWebhookDelivery = defineRpcFunction({
  name: 'get-webhook-delivery',
  access: 'reads',
  body: z.strictObject({ deliveryId: z.uuid() }),
  run: async ({ db, mode }, { caller }, { deliveryId }) => {
    const loggedDelivery = await findLoggedDelivery(db, caller.sellerId, mode, deliveryId);
    if (!loggedDelivery) throw new AppError('not_found');
    return { delivery: toWebhookDeliveryDetail(loggedDelivery, await listDeliveryAttempts(db, deliveryId)) };
  },
});

const endpointId = z.uuid();

export const redeliverWebhooks = defineRpcFunction({
  name: 'redeliver-webhooks',
  access: 'writes',
  body: z.union([
    z.strictObject({ endpointId, deliveryIds: z.array(z.uuid()).min(1).max(MAX_REDELIVERIES) }),
    z.strictObject({ endpointId, failedSince: z.iso.datetime({ offset: true }) }),
  ]),
  limits: [{ name: 'webhook-redeliver', limit: 30, windowMs: HOUR_MS }],
  run: async (context, { caller: { sellerId } }, input) => {
    const endpoint = await findActiveEndpoint(context, sellerId, input.endpointId);
    const now = context.realNow();
    const result = await context.db.transaction(async (tx) => {
      const since = 'failedSince' in input ? limitToRetention(input.failedSince, now) : null;
      const rows =
        'deliveryIds' in input
          ? await lockNamedDeliveries(tx, endpoint.id, input.deliveryIds)
          : await lockFailedDeliveries(tx, endpoint.id, since ?? now, MAX_REDELIVERIES);
      await scheduleRedelivery(tx, rows, now);
      return { queued: rows.length, remaining: since ? await countFailedDeliveries(tx, endpoint.id, since) : 0 };
    });
    context.wake('deliveries');
    return result;
  },
});

/** Finds an endpoint that is not paused. Throws AppError, because a delivery would wait for an unknown time. */
async function findActiveEndpoint(context: Context, sellerId: string, id: string): Promise<WebhookEndpointRow> {
  const endpoint = await loadEndpoint(context, sellerId, id);
  if (endpoint.pausedBy) throw new AppError('webhook_paused');
  return endpoint;
}

async function lockNamedDeliveries(tx: Db, ownerEndpointId: string, ids: readonly string[]): Promise<DeliveryRow[]> {
  const uniqueIds = [...new Set(ids)];
  const rows = await lockDeliveries(tx, ownerEndpointId, uniqueIds);
  if (rows.length < uniqueIds.length) throw new AppError('not_found');
  return rows;
}

/** Returns the given time, limited to the time for which deliveries are stored. */
const limitToRetention = (text: string, now: Date): Date =>
  new Date(Math.max(Date.parse(text) || 0, now.getTime() - (DELIVERY_RETENTION_DAYS + 1) * DAY_MS));
