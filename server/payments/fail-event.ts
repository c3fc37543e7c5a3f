import { operatorAlertMessages } from '#content/messages/operator-alerts.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { countAlerts } from '#server/email/queries/outbox.ts';
import { nextTryAt } from '#server/jobs/leased-rows.ts';
import { recordFailedEvent, type LeasedEvent } from '#server/payments/queries/stripe-events.ts';
import { findAccount } from '#server/stripe/queries.ts';
import { isAccountDisconnected } from '#server/stripe/stripe-errors.ts';

import { ForeignObjectError } from '../ledger/order-aggregate.ts';

const SECOND_MS = 1000;

/** Delays after each failed try. Together they outlast half a day without Stripe. */
const BACKOFF_MS = [
  2 * SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
];

export const MAX_TRIES = BACKOFF_MS.length + 1;

const MAX_ERROR_LENGTH = 500;

/** Schedules a retry, or dead-letters the event after the last try or if it is not ours, and emails the operator. */
export async function failEvent(context: Context, event: LeasedEvent, error: unknown): Promise<void> {
  const { id, type, accountId, attempts } = event;
  const status = await nextStatus(context, event, error);
  const details = { err: error, event: id, type, account: accountId, attempts };
  if (status === 'dead_lettered') context.log.error(details, 'stripe_event_dead_lettered');
  else if (status === 'received') context.log.warn(details, 'stripe_event_failed');
  else context.log.info(details, 'stripe_event_of_disconnected_account_dropped');
  const lastError = errorText(error);
  const now = context.realNow();
  const nextAt = nextTryAt(BACKOFF_MS, attempts, now) ?? now;
  const isEmailQueued = await context.db.transaction(async (tx) => {
    const isUpdated = await recordFailedEvent(tx, context.mode, event, { status, nextAt, lastError });
    return isUpdated && status === 'dead_lettered' && (await emailOperator(context, tx, event, lastError));
  });
  if (isEmailQueued) context.wake('outbox');
}

async function nextStatus(
  context: Context,
  { accountId, attempts }: LeasedEvent,
  error: unknown,
): Promise<'received' | 'dead_lettered' | 'ignored'> {
  if (isAccountDisconnected(error)) {
    const account = await findAccount(context.db, context.mode, accountId);
    if (account?.disconnectedAt) return 'ignored';
  }
  return attempts >= MAX_TRIES || error instanceof ForeignObjectError ? 'dead_lettered' : 'received';
}

const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, MAX_ERROR_LENGTH);

const MAX_EMAILS_PER_HOUR = 5;

/** Sends one email per event and at most five an hour; the log has all of them. */
async function emailOperator(
  context: Context,
  tx: Db,
  { id, type, accountId }: LeasedEvent,
  reason: string,
): Promise<boolean> {
  const keyPrefix = `operator_alert:${context.mode}:event:`;
  if ((await countAlerts(tx, keyPrefix, new Date(context.now().getTime() - HOUR_MS))) >= MAX_EMAILS_PER_HOUR)
    return false;
  return context.alertOperator(tx, {
    key: `event:${id}`,
    what: operatorAlertMessages.eventFailed.title,
    detail: operatorAlertMessages.eventFailed.detail({
      event: `${type} ${id}${accountId && ` of ${accountId}`}`,
      reason,
    }),
    remedy: operatorAlertMessages.eventFailed.remedy,
  });
}
