import type { Context } from '#server/context.ts';
import { toSms } from '#server/db/outbox-sms.ts';
import { markMailSent, recordFailedSend, type OutboxRow } from '#server/db/outbox.ts';

import { postSms, SmsRejectedError } from './sms-transport.ts';

/** Delay after each failed try. The delays are short, because a code is only useful for minutes. */
const RETRY_DELAYS_MS = [5_000, 15_000, 45_000, 90_000] as const;

/** Tries once to send a text message; reschedules it, or fails it when its code has expired. */
export async function sendSms(context: Context, row: OutboxRow): Promise<void> {
  const { db, log, realNow } = context;
  const { id, tries: attempts } = row;
  try {
    if (realNow() >= new Date(toSms(row).goodUntil)) {
      log.error({ sms: id, attempts }, 'a message was given up: its time is over');
      await recordFailedSend(db, row, { status: 'failed', lastError: 'Its time was over' });
      return;
    }
    await postSms(context, row);
  } catch (error) {
    const delay = RETRY_DELAYS_MS[attempts - 1];
    const reason = error instanceof Error ? error.message : 'unknown';
    const details = { sms: id, attempts, reason };
    if (delay === undefined || (error instanceof SmsRejectedError && error.isPermanent)) {
      log.error(details, 'a message was given up');
      await recordFailedSend(db, row, { status: 'failed', lastError: reason });
    } else {
      log.warn(details, 'a message will be tried again');
      const nextAt = new Date(realNow().getTime() + delay);
      await recordFailedSend(db, row, { status: 'waiting', nextAt, lastError: reason });
    }
    return;
  }
  await markMailSent(db, id, realNow());
}
