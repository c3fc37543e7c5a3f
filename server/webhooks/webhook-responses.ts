import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  DeliveryAttempt,
} from '#domain/webhook-endpoint.ts';
import type { LoggedDelivery, LoggedAttempt } from '#server/webhooks/queries/delivery-log.ts';
import type { CountedEndpoint } from '#server/webhooks/queries/endpoints.ts';

import { renderRequestBody } from './webhook-request.ts';

const toIsoString = (date: Date | null): string | null => date?.toISOString() ?? null;

/** An endpoint as its seller sees it. `now` is the time of the system clock. */
export const toWebhookEndpoint = ({ row, stats: figures }: CountedEndpoint, now: Date): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  description: row.description,
  format: row.format,
  events: row.events,
  state: row.pausedBy ? 'paused' : 'active',
  pausedBy: row.pausedBy,
  createdAt: row.createdAt.toISOString(),
  oldSecretUntil: row.oldSecretUntil && row.oldSecretUntil > now ? toIsoString(row.oldSecretUntil) : null,
  failingSince: toIsoString(row.failingSince),
  lastDeliveredAt: toIsoString(row.lastDeliveredAt),
  ...figures,
});

export const toWebhookDelivery = ({
  row,
  type,
  orderNumber,
  isDeliveryBlocked: held,
}: LoggedDelivery): WebhookDelivery => ({
  id: row.id,
  messageId: row.messageId,
  type,
  orderNumber,
  state: held ? 'held' : row.status,
  tries: row.tries,
  createdAt: row.createdAt.toISOString(),
  nextTryAt: row.status === 'waiting' && !held ? row.nextAt.toISOString() : null,
  deliveredAt: toIsoString(row.deliveredAt),
  lastStatus: row.lastStatus,
  lastProblem: row.lastError,
});

export const toWebhookDeliveryDetail = (
  delivery: LoggedDelivery & { body: string; summary: string },
  tries: readonly LoggedAttempt[],
): WebhookDeliveryDetail => ({
  ...toWebhookDelivery(delivery),
  body: renderRequestBody(delivery),
  log: tries.map(toWebhookTry),
});

const toWebhookTry = (loggedTry: LoggedAttempt): DeliveryAttempt => ({
  at: loggedTry.at.toISOString(),
  took: loggedTry.durationMs,
  address: loggedTry.address,
  requestHeaders: loggedTry.requestHeaders,
  status: loggedTry.status,
  answerHeaders: loggedTry.responseHeaders,
  answer: loggedTry.responseBody,
  answerCut: loggedTry.isResponseTruncated,
  problem: loggedTry.error,
});
