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
export const WEBHOOK_TIMEOUT_MS = 15_000;
/** Longest wait that a receiver can ask for with `Retry-After`. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;
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

/** A seller's webhook endpoint. `failingSince` null: the last attempt succeeded. */
export type WebhookEndpoint = {
  id: string;
  url: string;
  description: string;
  format: WebhookFormat;
  /** Empty: all events, including those of later versions. */
  events: WebhookEventType[];
  state: 'active' | 'paused';
  pausedBy: 'seller' | 'failures' | null;
  createdAt: string;
  /** Until when the previous secret stays valid. */
  oldSecretUntil: string | null;
  failingSince: string | null;
  lastDeliveredAt: string | null;
  /** Deliveries of the last seven days. */
  delivered: number;
  failed: number;
  waiting: number;
};

/** `waiting`: not tried yet, or to be retried. `blocked`: blocked by an earlier delivery of the same order or a paused endpoint. */
export const DELIVERY_STATES = ['waiting', 'blocked', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Delivery of one event to one endpoint. `nextTryAt` null: no attempt is scheduled, or the delivery is blocked. */
export type WebhookDelivery = {
  id: string;
  /** ID of the event, which is the header `webhook-id` of each attempt. */
  messageId: string;
  type: SentEventType;
  orderNumber: number | null;
  state: DeliveryState;
  tries: number;
  createdAt: string;
  nextTryAt: string | null;
  deliveredAt: string | null;
  lastStatus: number | null;
  lastProblem: string | null;
};

/** One attempt of a delivery: request and response, without secrets. */
export type DeliveryAttempt = {
  at: string;
  /** Duration in milliseconds. */
  took: number;
  /** IP address of the connection. */
  address: string | null;
  requestHeaders: [string, string][];
  status: number | null;
  answerHeaders: [string, string][];
  /** Beginning of the response body. */
  answer: string;
  answerCut: boolean;
  /** Null if the delivery succeeded. */
  problem: string | null;
};

/** `body`: exactly as sent and signed. `log`: attempts, newest first. */
export type WebhookDeliveryDetail = WebhookDelivery & { body: string; log: DeliveryAttempt[] };
