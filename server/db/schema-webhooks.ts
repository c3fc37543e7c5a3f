import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { WebhookFormat } from '#domain/webhook-endpoint.ts';
import type { SentEventType, WebhookEventType } from '#domain/webhook-event.ts';

import { createdAt, id, mode, reference, time } from './columns.ts';
import { sellers } from './schema-pages.ts';

// Outgoing webhooks.

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    format: text('format').$type<WebhookFormat>().notNull(),
    /** Empty: all events. The API says `["*"]` instead. */
    events: jsonb('events').$type<WebhookEventType[]>().notNull(),
    /** `whsec_` and base64, encrypted. */
    sealedSecret: text('sealed_secret').notNull(),
    sealedOldSecret: text('sealed_old_secret'),
    oldSecretUntil: time('old_secret_until'),
    pausedBy: text('paused_by').$type<'seller' | 'failures'>(),
    /** First failure since the last success. */
    failingSince: time('failing_since'),
    lastDeliveredAt: time('last_delivered_at'),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.mode, table.sellerId, table.createdAt)],
);

/** Events as signed and sent. Written in the transaction of their cause. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    /** Order of the events. */
    position: bigserial('position', { mode: 'number' }).notNull(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    /** Identifies the event, so that it is emitted only once. */
    key: text('key').notNull(),
    type: text('type').$type<SentEventType>().notNull(),
    /** Events of one subject (an order's attempt, a page) are delivered in order; null: no ordering. */
    orderingKey: text('ordering_key'),
    orderNumber: integer('order_number'),
    /** Whether the event log lists it: not tests, nor events of earlier versions, whose bodies have another format. */
    logged: boolean('logged').notNull().default(false),
    body: text('body').notNull(),
    /** One-sentence summary for chat channels. */
    summary: text('summary').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('webhook_events_key').on(table.mode, table.sellerId, table.key),
    index('webhook_events_created_at').on(table.createdAt),
    index('webhook_events_log')
      .on(table.mode, table.sellerId, table.position)
      .where(sql`${table.logged}`),
  ],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    endpointId: reference('endpoint_id', () => webhookEndpoints.id, { onDelete: 'cascade' }),
    messageId: reference('message_id', () => webhookEvents.id, { onDelete: 'cascade' }),
    /** Position and subject of the message. */
    position: bigint('position', { mode: 'number' }).notNull(),
    orderingKey: text('ordering_key'),
    status: text('status').$type<'waiting' | 'delivered' | 'failed'>().notNull(),
    tries: integer('tries').notNull().default(0),
    /** System time; also the end of a lease. */
    nextAt: time('next_at').notNull(),
    /** Requested by hand: ignores the order and is tried only once. */
    redelivery: boolean('redelivery').notNull().default(false),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    createdAt: createdAt(),
    deliveredAt: time('delivered_at'),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_once').on(table.endpointId, table.messageId),
    index('webhook_deliveries_due')
      .on(table.endpointId, table.nextAt)
      .where(sql`${table.status} = 'waiting'`),
    // Due deliveries of all endpoints; usually none.
    index('webhook_deliveries_next')
      .on(table.nextAt)
      .where(sql`${table.status} = 'waiting'`),
    index('webhook_deliveries_before')
      .on(table.endpointId, table.orderingKey, table.position)
      .where(sql`${table.status} = 'waiting'`),
    index('webhook_deliveries_newest').on(table.endpointId, table.createdAt, table.position),
    index('webhook_deliveries_event').on(table.messageId),
  ],
);

/** One delivery attempt, as the log shows it. */
export const deliveryAttempts = pgTable(
  'webhook_delivery_attempts',
  {
    id: id(),
    deliveryId: reference('delivery_id', () => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: time('at').notNull(),
    /** Milliseconds. */
    durationMs: integer('duration_ms').notNull(),
    address: text('address'),
    requestHeaders: jsonb('request_headers').$type<[string, string][]>().notNull(),
    status: integer('status'),
    responseHeaders: jsonb('response_headers').$type<[string, string][]>().notNull(),
    responseBody: text('response_body').notNull(),
    isResponseTruncated: boolean('is_response_truncated').notNull(),
    error: text('error'),
  },
  (table) => [index('webhook_delivery_attempts_newest').on(table.deliveryId, table.at)],
);
