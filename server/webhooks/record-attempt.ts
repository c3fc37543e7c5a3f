import { HOUR_MS } from '#domain/time-units.ts';
import {
  MAX_LOGGED_RESPONSE_BYTES,
  MAX_RETRY_AFTER_MS,
  PAUSED_AFTER_HOURS,
  RETRY_DELAYS_MS,
} from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { nextTryAt } from '#server/jobs/leased-rows.ts';
import type { GuardedResponse } from '#server/outgoing/guarded-request.ts';
import { queueSellerMail } from '#server/sellers/seller-plans.ts';
import { recordDeliveryAttempt, type DueDelivery, type AttemptOutcome } from '#server/webhooks/queries/deliveries.ts';
import {
  pauseFailingEndpoint,
  recordDeliverySuccess,
  recordDeliveryFailure,
} from '#server/webhooks/queries/endpoints.ts';

import { hasCrashedTooOften, isGone, type DeliveryAttempt } from './deliver.ts';
import { redactSignatures } from './webhook-request.ts';

const MAX_HEADERS = 40;
const MAX_HEADER_LENGTH = 500;
/** Characters that are neither text nor a line break nor a tab. */
// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Decodes the beginning of a response body as printable text, whatever its bytes are. */
function toLoggedBody({ body, isTruncated }: GuardedResponse) {
  const isResponseTruncated = isTruncated || body.length > MAX_LOGGED_RESPONSE_BYTES;
  // Omits a multi-byte character that the limit cuts in two.
  const text = new TextDecoder().decode(body.subarray(0, MAX_LOGGED_RESPONSE_BYTES), { stream: isResponseTruncated });
  return { responseBody: text.replace(UNPRINTABLE, '\ufffd'), isResponseTruncated };
}

const toLoggedHeaders = (headers: GuardedResponse['headers']): [string, string][] =>
  headers.slice(0, MAX_HEADERS).map(([name, value]) => [name, value.slice(0, MAX_HEADER_LENGTH)]);

/** Up to a tenth: one outage of a receiver must not bring all its deliveries back at once. */
const RETRY_JITTER = 0.1;

/** Records a delivery attempt in the log and schedules a retry or pauses the endpoint. */
export async function recordAttempt(context: Context, delivery: DueDelivery, attempt: DeliveryAttempt): Promise<void> {
  const now = context.realNow();
  const isMailQueued = await context.db.transaction(async (tx) => {
    if (!(await recordDeliveryAttempt(tx, delivery, toLogEntry(attempt), computeOutcome(delivery, attempt, now))))
      return false;
    if (attempt.problem !== null) return recordFailure(context, tx, delivery, attempt, now);
    await recordDeliverySuccess(tx, delivery.endpointId, now);
    return false;
  });
  if (isMailQueued) context.wake('outbox');
}

const toLogEntry = ({ at, tookMs, address, sent, answer, problem }: DeliveryAttempt) => ({
  at,
  durationMs: tookMs,
  address,
  requestHeaders: redactSignatures(sent),
  status: answer?.status ?? null,
  responseHeaders: answer ? toLoggedHeaders(answer.headers) : [],
  ...(answer ? toLoggedBody(answer) : { responseBody: '', isResponseTruncated: false }),
  error: problem,
});

function computeOutcome(delivery: DueDelivery, { answer, problem }: DeliveryAttempt, now: Date): AttemptOutcome {
  const lastResult = { lastStatus: answer?.status ?? null, lastError: problem };
  if (problem === null) return { ...lastResult, status: 'delivered', deliveredAt: now };
  const isLast = delivery.redelivery || hasCrashedTooOften(delivery);
  const regularNextAt = isLast ? null : nextTryAt(RETRY_DELAYS_MS, delivery.tries, now, RETRY_JITTER);
  if (!regularNextAt) return { ...lastResult, status: 'failed' };
  const earliest = now.getTime() + Math.min(parseRetryAfter(answer, now), MAX_RETRY_AFTER_MS);
  return { ...lastResult, status: 'waiting', nextAt: new Date(Math.max(regularNextAt.getTime(), earliest)) };
}

/** Milliseconds that the receiver asks us to wait, in seconds or as a date; 0 without the header. */
function parseRetryAfter(answer: GuardedResponse | null, now: Date): number {
  const value = answer?.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  return Math.max(0, (Date.parse(value) || 0) - now.getTime());
}

/** Pauses an endpoint that has failed for long or answers 410. Returns whether an email about it was queued. */
async function recordFailure(
  context: Context,
  tx: Db,
  { endpointId, sellerId, url }: DueDelivery,
  attempt: DeliveryAttempt,
  now: Date,
): Promise<boolean> {
  const failingSince = await recordDeliveryFailure(tx, endpointId, attempt.at);
  if (failingSince === null) return false;
  const isPauseDue = now.getTime() - failingSince.getTime() >= PAUSED_AFTER_HOURS * HOUR_MS;
  if (!isPauseDue && !isGone(attempt)) return false;
  if (!(await pauseFailingEndpoint(tx, endpointId))) return false;
  context.log.warn({ endpoint: endpointId }, 'webhook_paused');
  const problem = attempt.problem ?? '';
  return queueSellerMail(tx, sellerId, {
    key: `webhook_paused:${endpointId}:${now.toISOString()}`,
    mail: { kind: 'webhook_paused', endpointId, url, since: failingSince.toISOString(), problem },
    now: context.now(),
  });
}
