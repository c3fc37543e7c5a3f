import { PAUSED_AFTER_HOURS, RETRY_GAPS_MS } from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findSellerEmail } from '#server/db/plan-subscriptions.ts';
import { insertTry, type DueDelivery, type TryOutcome } from '#server/db/webhook-deliveries.ts';
import { pauseFailing, updateArrived, updateFailing } from '#server/db/webhook-health.ts';

import { answerHeaders, answerText } from './answer-text.ts';
import { endsNowhere, isGone, type Knock } from './knock.ts';
import { shortened } from './sign.ts';

const HOUR_MS = 3_600_000;
/** Maximum jitter of a retry, as a share of its delay. It keeps simultaneous failures from retrying together. */
const JITTER = 0.1;

/** Records a delivery attempt in the log and schedules a retry or pauses the endpoint. */
export async function noteKnock(context: Context, delivery: DueDelivery, knock: Knock): Promise<void> {
  const now = context.realNow();
  const queued = await context.db.transaction(async (tx) => {
    if (!(await insertTry(tx, delivery, loggedOf(knock), outcomeOf(delivery, knock, now)))) return false;
    if (knock.problem !== null) return noteFailure(context, tx, delivery, knock, now);
    await updateArrived(tx, delivery.endpointId, now);
    return false;
  });
  if (queued) context.ring('outbox');
}

function loggedOf({ at, tookMs, address, sent, answer, problem }: Knock): Parameters<typeof insertTry>[2] {
  return {
    at,
    took: tookMs,
    address,
    requestHeaders: shortened(sent),
    status: answer?.status ?? null,
    answerHeaders: answer ? answerHeaders(answer.headers) : [],
    ...(answer ? answerText(answer) : { answer: '', answerCut: false }),
    problem,
  };
}

function outcomeOf(delivery: DueDelivery, { answer, problem }: Knock, now: Date): TryOutcome {
  const said = { lastStatus: answer?.status ?? null, lastProblem: problem };
  if (problem === null) return { ...said, status: 'delivered', deliveredAt: now };
  const gap = RETRY_GAPS_MS[delivery.tries - 1];
  if (gap === undefined || delivery.redelivery || endsNowhere(delivery)) return { ...said, status: 'failed' };
  const wait = gap * (1 + Math.random() * JITTER);
  return { ...said, status: 'waiting', nextAt: new Date(now.getTime() + Math.round(wait)) };
}

/** Pauses an endpoint that has failed for long or answers 410. Returns whether an email about it was queued. */
async function noteFailure(
  context: Context,
  tx: Db,
  { endpointId, sellerId, url }: DueDelivery,
  knock: Knock,
  now: Date,
): Promise<boolean> {
  const since = await updateFailing(tx, endpointId, knock.at);
  if (since === null) return false;
  const isLong = now.getTime() - since.getTime() >= PAUSED_AFTER_HOURS * HOUR_MS;
  if (!isLong && !isGone(knock)) return false;
  if (!(await pauseFailing(tx, endpointId))) return false;
  context.log.warn({ endpoint: endpointId }, 'a webhook was paused: nothing arrives there');
  const to = await findSellerEmail(tx, sellerId);
  if (to === null) return false;
  const problem = knock.problem ?? '';
  return queueMail(tx, {
    key: `webhook_paused:${endpointId}:${now.toISOString()}`,
    to,
    mail: { kind: 'webhook_paused', endpointId, url, since: since.toISOString(), problem },
    now: context.now(),
  });
}
