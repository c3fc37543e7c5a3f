import type { WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint } from '#domain/webhook-endpoint.ts';
import type { LoggedDelivery, LoggedAttempt } from '#server/webhooks/queries/delivery-log.ts';
import type { CountedEndpoint } from '#server/webhooks/queries/endpoints.ts';

import { renderRequestBody } from './webhook-request.ts';

const toIsoString = (date: Date | null): string | null => date?.toISOString() ?? null;

/** An endpoint as its seller sees it. `now` is the time of the system clock. */
export const toWebhookEndpoint = ({ row, stats }: CountedEndpoint, now: Date): WebhookEndpoint => ({
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
  ...stats,
});

export const toWebhookDelivery = ({ row, type, orderNumber, isBlocked }: LoggedDelivery): WebhookDelivery => ({
  id: row.id,
  messageId: row.messageId,
  type,
  orderNumber,
  state: isBlocked ? 'blocked' : row.status,
  tries: row.tries,
  createdAt: row.createdAt.toISOString(),
  nextTryAt: row.status === 'waiting' && !isBlocked ? row.nextAt.toISOString() : null,
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
  log: tries.map(({ at, durationMs, responseHeaders, responseBody, isResponseTruncated, error, ...logged }) => ({
    at: at.toISOString(),
    took: durationMs,
    address: logged.address,
    requestHeaders: logged.requestHeaders,
    status: logged.status,
    answerHeaders: responseHeaders,
    answer: responseBody,
    answerCut: isResponseTruncated,
    problem: error,
  })),
});
