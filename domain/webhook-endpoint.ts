import { HOUR_MS, MINUTE_MS } from './time-units.ts';
import type { SentEventType, WebhookEventType } from './webhook-event.ts';

/** `slack`, `discord`: one sentence in the format of their incoming webhooks, unsigned. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'discord'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Delays between attempts: ten retries over about three days. */
export const RETRY_DELAYS_MS = [
  5_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** A receiver must respond within this time with a status from 200 to 299. */
export const WEBHOOK_TIMEOUT_MS = 5_000;
/** Maximum bytes read of a response. */
export const MAX_WEBHOOK_RESPONSE_BYTES = 64 * 1024;
/** Bytes of a response stored in the log. */
export const MAX_LOGGED_RESPONSE_BYTES = 4 * 1024;
/** Retention of the log in days. */
export const DELIVERY_RETENTION_DAYS = 30;
/** Hours in which the old secret still signs in addition to the new one. */
export const OLD_SECRET_HOURS = 24;
/** Hours of failed deliveries after which an endpoint is paused. */
export const PAUSED_AFTER_HOURS = 72;
/** Allowed ports, besides local ports in the sandbox. */
export const WEBHOOK_PORTS = [443, 8443] as const;

/** In characters. */
export const MAX_DESCRIPTION_LENGTH = 200;
/** Maximum number of deliveries per redelivery request. */
export const MAX_REDELIVERIES = 100;

/** A seller's webhook endpoint. Dates are ISO 8601, UTC. */
export type WebhookEndpoint = {
  id: string;
  url: string;
  description: string;
  format: WebhookFormat;
  /** Empty: all events, including those of later versions. */
  events: WebhookEventType[];
  state: 'active' | 'paused';
  /** `seller`: paused manually; `failures`: paused automatically; null while active. */
  pausedBy: 'seller' | 'failures' | null;
  createdAt: string;
  /** Time until which the previous secret also signs; null: only one secret is valid. */
  oldSecretUntil: string | null;
  /** Start of the current run of failures; null: the last attempt succeeded. */
  failingSince: string | null;
  lastDeliveredAt: string | null;
  /** In the last seven days. */
  delivered: number;
  failed: number;
  /** All undelivered, regardless of age. */
  waiting: number;
};

/** `waiting`: not tried yet, or to be retried. `held`: blocked by an earlier delivery of the same order or a paused endpoint. */
export const DELIVERY_STATES = ['waiting', 'held', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Delivery of one event to one endpoint. */
export type WebhookDelivery = {
  id: string;
  /** The header `webhook-id`: the same in each attempt and redelivery. */
  messageId: string;
  type: SentEventType;
  /** Number of the order that the event is about. */
  orderNumber: number | null;
  state: DeliveryState;
  tries: number;
  createdAt: string;
  /** Time of the next attempt; null: none is scheduled, or the delivery is blocked. */
  nextTryAt: string | null;
  deliveredAt: string | null;
  /** HTTP status of the last response; null: none arrived. */
  lastStatus: number | null;
  /** Readable error of the last attempt. */
  lastProblem: string | null;
};

/** One attempt of a delivery: request and response, without secrets. */
export type DeliveryAttempt = {
  at: string;
  /** Milliseconds. */
  took: number;
  /** IP address of the connection, already checked; null: no connection. */
  address: string | null;
  requestHeaders: [name: string, value: string][];
  status: number | null;
  answerHeaders: [name: string, value: string][];
  /** Beginning of the response body. */
  answer: string;
  answerCut: boolean;
  /** Null: delivered. */
  problem: string | null;
};

/** `body`: the exact signed request body. Attempts are newest first. */
export type WebhookDeliveryDetail = WebhookDelivery & { body: string; log: DeliveryAttempt[] };
