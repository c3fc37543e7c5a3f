import { z } from 'zod';

import { ShopError } from '#domain/errors.ts';
import { DELIVERIES_KEPT_DAYS, DELIVERY_STATES, MOST_REDELIVERED } from '#domain/webhook-endpoint.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

import type { Context } from '#server/context.ts';
import {
  findLogged,
  listLogged,
  listTries,
  lockDeliveries,
  lockFailedSince,
  updateRedelivered,
  type DeliveryRow,
} from '#server/db/webhook-log.ts';
import type { Db } from '#server/db/client.ts';
import type { WebhookEndpointRow } from '#server/db/webhook-endpoints.ts';
import { DAY_MS, HOUR_MS } from '#server/http/rate-limits.ts';
import { logPlaceFrom, logPlaceText } from '#server/seller-webhooks/log-place.ts';
import { tellOfTest } from '#server/seller-webhooks/tell-of-test.ts';
import { deliveryDetailOf, deliveryOf } from '#server/seller-webhooks/webhook-answers.ts';
import { backendFunction } from './backend-function.ts';
import { foundEndpoint } from './webhooks.ts';

const MOST_LISTED = 100;
const LISTED = 50;

export const sendTestWebhook = backendFunction({
  name: 'send-test-webhook',
  title: 'Test not sent',
  access: 'writes',
  body: z.strictObject({ endpointId: z.uuid() }),
  limits: ({ caller }) => [{ key: `webhook-test:${caller.sellerId}`, limit: 30, windowMs: HOUR_MS }],
  run: async (context, { caller: { sellerId } }, { endpointId }) => {
    const endpoint = await activeEndpoint(context, sellerId, endpointId);
    const deliveryId = await context.db.transaction((tx) => tellOfTest(context, tx, endpoint));
    context.ring('deliveries');
    const found = await findLogged(context.db, sellerId, context.mode, deliveryId);
    if (!found) throw new ShopError('not_found');
    return { delivery: deliveryOf(found) };
  },
});

export const listWebhookDeliveries = backendFunction({
  name: 'list-webhook-deliveries',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({
    endpointId: z.uuid(),
    state: z.enum(DELIVERY_STATES).optional(),
    event: z.enum(WEBHOOK_EVENT_TYPES).optional(),
    cursor: z.string().max(100).optional(),
    limit: z.number().int().min(1).max(MOST_LISTED).optional(),
  }),
  run: async (context, { caller }, { endpointId, cursor, limit = LISTED, ...wish }) => {
    const after = cursor === undefined ? null : logPlaceFrom(cursor);
    if (cursor !== undefined && !after)
      throw new ShopError('invalid_request', { facts: { problems: ['cursor: is none of ours'] } });
    const { id } = await foundEndpoint(context, caller.sellerId, endpointId);
    const rows = await listLogged(context.db, { endpointId: id, ...wish, after, most: limit + 1 });
    const listed = rows.slice(0, limit);
    const last = rows.length > limit ? listed.at(-1) : undefined;
    return { deliveries: listed.map(deliveryOf), next: last ? logPlaceText(last.row) : null };
  },
});

export const getWebhookDelivery = backendFunction({
  name: 'get-webhook-delivery',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({ deliveryId: z.uuid() }),
  run: async ({ db, mode }, { caller }, { deliveryId }) => {
    const found = await findLogged(db, caller.sellerId, mode, deliveryId);
    if (!found) throw new ShopError('not_found');
    return { delivery: deliveryDetailOf(found, await listTries(db, deliveryId)) };
  },
});

const endpointId = z.uuid();

export const redeliverWebhooks = backendFunction({
  name: 'redeliver-webhooks',
  title: 'Not sent again',
  access: 'writes',
  body: z.union([
    z.strictObject({ endpointId, deliveryIds: z.array(z.uuid()).min(1).max(MOST_REDELIVERED) }),
    z.strictObject({ endpointId, failedSince: z.iso.datetime({ offset: true }) }),
  ]),
  limits: ({ caller }) => [{ key: `webhook-redeliver:${caller.sellerId}`, limit: 30, windowMs: HOUR_MS }],
  run: async (context, { caller: { sellerId } }, wish) => {
    const endpoint = await activeEndpoint(context, sellerId, wish.endpointId);
    const now = context.realNow();
    const queued = await context.db.transaction(async (tx) => {
      const rows =
        'deliveryIds' in wish
          ? await namedDeliveries(tx, endpoint.id, wish.deliveryIds)
          : await lockFailedSince(tx, endpoint.id, keptSince(wish.failedSince, now), MOST_REDELIVERED);
      await updateRedelivered(tx, rows, now);
      return rows.length;
    });
    context.ring('deliveries');
    return { queued };
  },
});

/** Finds an endpoint that is not paused. Throws AppError, because a delivery would wait for an unknown time. */
async function activeEndpoint(context: Context, sellerId: string, id: string): Promise<WebhookEndpointRow> {
  const endpoint = await foundEndpoint(context, sellerId, id);
  if (endpoint.pausedBy) throw new ShopError('webhook_paused');
  return endpoint;
}

async function namedDeliveries(tx: Db, ofEndpoint: string, ids: readonly string[]): Promise<DeliveryRow[]> {
  const wanted = [...new Set(ids)];
  const rows = await lockDeliveries(tx, ofEndpoint, wanted);
  if (rows.length < wanted.length) throw new ShopError('not_found');
  return rows;
}

/** Returns the given time, limited to the time for which deliveries are stored. */
const keptSince = (text: string, now: Date): Date =>
  new Date(Math.max(Date.parse(text) || 0, now.getTime() - (DELIVERIES_KEPT_DAYS + 1) * DAY_MS));
