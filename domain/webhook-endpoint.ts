import type { SentEventType, WebhookEventType } from './webhook-event.ts';

/** `slack`, `discord`: one sentence in the shape that a channel of theirs takes, unsigned. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'discord'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after each failed try the next one is made: ten of them after the first, over about three days. */
export const RETRY_GAPS_MS = [
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

/** A receiver must answer within this, with a status from 200 to 299. */
export const WEBHOOK_TIMEOUT_MS = 5_000;
/** No more of an answer is read. */
export const WEBHOOK_ANSWER_BYTES = 64 * 1024;
/** So much of it stands in the log. */
export const WEBHOOK_LOGGED_BYTES = 4 * 1024;
/** How long the log goes back. */
export const DELIVERIES_KEPT_DAYS = 30;
/** How long the old secret signs beside the new one. */
export const OLD_SECRET_HOURS = 24;
/** An endpoint at which nothing has arrived for so long, while something was tried, is paused. */
export const PAUSED_AFTER_HOURS = 72;
/** Ports that are connected to, beside those of this machine in its own sandbox. */
export const WEBHOOK_PORTS = [443, 8443] as const;

/** Characters of what a seller calls an endpoint. */
export const MAX_DESCRIPTION = 200;
/** So many deliveries are sent again at once. */
export const MOST_REDELIVERED = 100;

/** Where a seller's own program is told of what happens. Dates ISO 8601, UTC. */
export type WebhookEndpoint = {
  id: string;
  url: string;
  description: string;
  format: WebhookFormat;
  /** Empty: all there are, those of later versions too. */
  events: WebhookEventType[];
  state: 'active' | 'paused';
  /** By whom: its seller, or us because nothing arrived any more; null while it is active. */
  pausedBy: 'seller' | 'failures' | null;
  createdAt: string;
  /** Until when the secret before signs, too; null: there is one only. */
  oldSecretUntil: string | null;
  /** Since when nothing has arrived; null: the last try did. */
  failingSince: string | null;
  lastDeliveredAt: string | null;
  /** Of the last seven days. */
  delivered: number;
  failed: number;
  /** All that is still to be sent, however old. */
  waiting: number;
};

/** `waiting`: not tried yet, or to be tried again. `held`: one before it of the same order must arrive first, or the endpoint is paused. */
export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'failed';
export const DELIVERY_STATES = ['waiting', 'held', 'delivered', 'failed'] as const satisfies DeliveryState[];

/** One event on its way to one endpoint. */
export type WebhookDelivery = {
  id: string;
  /** The header `webhook-id`: the same in each try and in each redelivery. */
  messageId: string;
  type: SentEventType;
  /** The order that it tells of. */
  orderNumber: number | null;
  state: DeliveryState;
  tries: number;
  createdAt: string;
  /** When it is tried next; null: not by itself, or when nothing holds it any more. */
  nextTryAt: string | null;
  deliveredAt: string | null;
  /** The status of the last answer; null: there was none. */
  lastStatus: number | null;
  /** In plain words, what was wrong with the last try. */
  lastProblem: string | null;
};

/** One knock at an endpoint: what was sent and what came back. Secrets are left out. */
export type WebhookTry = {
  at: string;
  /** Milliseconds. */
  took: number;
  /** The checked address that was connected to; null: there was no connection. */
  address: string | null;
  requestHeaders: [name: string, value: string][];
  status: number | null;
  answerHeaders: [name: string, value: string][];
  /** The beginning of it. */
  answer: string;
  answerCut: boolean;
  /** Null: it arrived. */
  problem: string | null;
};

/** `body`: exactly what is sent and signed. The tries: the newest first. */
export type WebhookDeliveryDetail = WebhookDelivery & { body: string; log: WebhookTry[] };
