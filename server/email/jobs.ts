import { and, asc, eq, inArray } from 'drizzle-orm';

import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { forLog } from '#server/db/database-errors.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { markMailSent, recordFailedSend, type Channel, type OutboxRow } from '#server/email/queries/outbox.ts';
import { leaseRows, nextTryAt, type LeasedRows } from '#server/jobs/leased-rows.ts';
import { openQueue, type Worker } from '#server/jobs/queue.ts';

import { createMailTransport, isPermanentRejection, smtpErrorMessage, smtpErrorOf } from './mail-transport.ts';
import { sendMail, Undeliverable, type RenderEmail } from './send-mail.ts';
import { canSendSms, sendSms, SmsRejectedError } from './sms-transport.ts';

/** Delays after failed tries; after the last one the message fails. Those of a code are short: it is useful for minutes. */
const RETRY_DELAYS_MS: Record<Channel, readonly number[]> = {
  mail: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS],
  sms: [5_000, 15_000, 45_000, 90_000],
};

/** The messages of these channels as jobs, on the system clock. */
export const leaseOutbox = ({ db, realNow }: Context, channels: readonly Channel[] = ['mail']): LeasedRows<OutboxRow> =>
  leaseRows(db, {
    table: outbox,
    key: ['id'],
    dueAt: 'nextAt',
    tries: 'tries',
    isWaiting: and(eq(outbox.status, 'waiting'), inArray(outbox.channel, [...channels])),
    orderBy: [asc(outbox.nextAt), asc(outbox.createdAt)],
    // Longer than one try can take.
    leaseMs: 2 * MINUTE_MS,
    now: realNow,
  });

/** Sends the queued email and text messages. Without a renderer or transport for a channel, its messages stay queued. */
export function openOutboxWorker(context: Context, render: RenderEmail | null): Worker {
  const { config, db, log, realNow } = context;
  const deliver = createMailTransport(config);
  if (!deliver) log.warn({ missingSettings: ['SMTP_URL', 'MAIL_FROM'] }, 'mail_transport_missing');
  const sendEmail = render && deliver && ((row: OutboxRow) => sendMail(context, row, render, deliver));
  const sendText = canSendSms(context) && ((row: OutboxRow) => sendSms(context, row));
  const senders = { ...(sendEmail && { mail: sendEmail }), ...(sendText && { sms: sendText }) };
  return openQueue(context, {
    name: 'outbox',
    ...leaseOutbox(context, Object.keys(senders) as Channel[]),
    concurrency: 4,
    timeoutMs: MINUTE_MS,
    nameOf: ({ id }) => `mail ${id}`,
    tries: { max: RETRY_DELAYS_MS.mail.length + 1, countOf: ({ tries }) => tries },
    run: async (row) => {
      await senders[row.channel]?.(row);
      await markMailSent(db, row.id, realNow());
    },
    onError: (row, error) => rescheduleOrFail(context, row, error),
  });
}

const isPermanent = (error: unknown): boolean =>
  error instanceof Undeliverable ||
  isPermanentRejection(error) ||
  (error instanceof SmsRejectedError && error.isPermanent);

/** Reschedules a failed message. Fails it after the last try, and immediately after a permanent rejection. */
async function rescheduleOrFail({ db, log, realNow }: Context, row: OutboxRow, error: unknown): Promise<void> {
  const { id, kind, channel, tries } = row;
  const nextAt = isPermanent(error) ? null : nextTryAt(RETRY_DELAYS_MS[channel], tries, realNow());
  const smtpError = smtpErrorOf(error);
  const details = { message: id, kind, tries, ...(smtpError.code ? smtpError : { err: forLog(error) }) };
  const lastError = smtpErrorMessage(error);
  if (nextAt) log.warn(details, `${channel}_rescheduled`);
  else log.error(details, `${channel}_failed`);
  await recordFailedSend(db, row, nextAt ? { status: 'waiting', nextAt, lastError } : { status: 'failed', lastError });
}
