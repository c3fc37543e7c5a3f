import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { countMails, queueMail } from '#server/db/outbox.ts';
import { findAccount } from '#server/db/provider-accounts.ts';
import { updateEventFailed, type ClaimedEvent } from '#server/db/provider-events.ts';
import { ForeignEvent } from '#server/ledger/foreign-event.ts';
import { isAccountGone } from '#server/stripe/provider-errors.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** Delays after each failed try. Together they outlast half a day without Stripe. */
const GAPS_MS = [
  2 * SECOND,
  10 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
];

export const MAX_TRIES = GAPS_MS.length + 1;

const MAX_ERROR_LENGTH = 500;

/** Schedules a retry, or dead-letters the event after the last try or if it is not ours, and emails the operator. */
export async function failEvent(context: Context, event: ClaimedEvent, error: unknown): Promise<void> {
  const { id, type, accountId, attempts } = event;
  const status = await statusAfter(context, event, error);
  const details = { err: error, event: id, type, account: accountId, attempts };
  if (status === 'parked') context.log.error(details, 'an event was parked');
  else if (status === 'received') context.log.warn(details, 'an event will be tried again');
  else context.log.info(details, 'an event of an account that has left was let go');
  const lastError = textOf(error);
  const nextAt = new Date(context.realNow().getTime() + (GAPS_MS[attempts - 1] ?? 0));
  const told = await context.db.transaction(async (tx) => {
    const written = await updateEventFailed(tx, context.mode, event, { status, nextAt, lastError });
    return written && status === 'parked' && (await tellOperator(context, tx, event, lastError));
  });
  if (told) context.ring('outbox');
}

async function statusAfter(
  context: Context,
  { accountId, attempts }: ClaimedEvent,
  error: unknown,
): Promise<'received' | 'parked' | 'ignored'> {
  if (isAccountGone(error)) {
    const account = await findAccount(context.db, context.mode, accountId);
    if (account?.disconnectedAt) return 'ignored';
  }
  return attempts >= MAX_TRIES || error instanceof ForeignEvent ? 'parked' : 'received';
}

const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, MAX_ERROR_LENGTH);

const MOST_MAILS_AN_HOUR = 5;

/** Sends one email per event and at most five an hour; the log has all of them. */
async function tellOperator(
  context: Context,
  tx: Db,
  { id, type, accountId }: ClaimedEvent,
  reason: string,
): Promise<boolean> {
  const { operatorEmail: to } = context.config;
  if (!to) return false;
  const now = context.now();
  const keys = `operator_alert:${context.mode}:event:`;
  if ((await countMails(tx, keys, new Date(now.getTime() - HOUR))) >= MOST_MAILS_AN_HOUR) return false;
  return queueMail(tx, {
    key: keys + id,
    to,
    now,
    mail: {
      kind: 'operator_alert',
      what: 'An event of the payment provider could not be acted on',
      detail: `${type} ${id}${accountId && ` of ${accountId}`}: ${reason}`,
      remedy:
        'Put right what stands in the way and run “npm run events -- replay” with its id. “npm run events -- list --parked” shows all that wait.',
    },
  });
}
