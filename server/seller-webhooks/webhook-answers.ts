import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookTry,
} from '#domain/webhook-endpoint.ts';

import type { CountedEndpoint } from '#server/db/webhook-endpoints.ts';
import type { LoggedDelivery, LoggedTry } from '#server/db/webhook-log.ts';

import { sentText } from './sent-text.ts';

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** An endpoint as its seller sees it. `now` is the time of the system clock. */
export const endpointOf = ({ row, figures }: CountedEndpoint, now: Date): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  description: row.description,
  format: row.format,
  events: row.events,
  state: row.pausedBy ? 'paused' : 'active',
  pausedBy: row.pausedBy,
  createdAt: row.createdAt.toISOString(),
  oldSecretUntil: row.oldSecretUntil && row.oldSecretUntil > now ? isoOf(row.oldSecretUntil) : null,
  failingSince: isoOf(row.failingSince),
  lastDeliveredAt: isoOf(row.lastDeliveredAt),
  ...figures,
});

export const deliveryOf = ({ row, type, orderNumber, held }: LoggedDelivery): WebhookDelivery => ({
  id: row.id,
  messageId: row.messageId,
  type,
  orderNumber,
  state: held ? 'held' : row.status,
  tries: row.tries,
  createdAt: row.createdAt.toISOString(),
  nextTryAt: row.status === 'waiting' && !held ? row.nextAt.toISOString() : null,
  deliveredAt: isoOf(row.deliveredAt),
  lastStatus: row.lastStatus,
  lastProblem: row.lastProblem,
});

export const deliveryDetailOf = (
  found: LoggedDelivery & { body: string; sentence: string },
  tries: readonly LoggedTry[],
): WebhookDeliveryDetail => ({ ...deliveryOf(found), body: sentText(found), log: tries.map(tryOf) });

const tryOf = (one: LoggedTry): WebhookTry => ({
  at: one.at.toISOString(),
  took: one.took,
  address: one.address,
  requestHeaders: one.requestHeaders,
  status: one.status,
  answerHeaders: one.answerHeaders,
  answer: one.answer,
  answerCut: one.answerCut,
  problem: one.problem,
});
