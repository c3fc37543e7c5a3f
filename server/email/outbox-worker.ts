import { and, eq, isNull } from 'drizzle-orm';

import type { RenderedEmail, Email, CredentialEmail } from '#domain/email.ts';
import { withTimeout } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';
import { normalizeEmail } from '#server/core/normalize-contact.ts';
import type { Db } from '#server/db/client.ts';
import { forLog } from '#server/db/database-errors.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { users } from '#server/db/schema-users.ts';
import {
  claimMail,
  findNextMailDue,
  toMail,
  markMailSent,
  recordFailedSend,
  type Channel,
  type OutboxRow,
} from '#server/email/queries/outbox.ts';
import {
  deleteSuppression,
  findSuppression,
  suppressAddress,
  SUPPRESSION_MESSAGES,
  type Suppression,
} from '#server/email/queries/suppressed-addresses.ts';
import { openWorker, type Worker } from '#server/jobs/worker.ts';

import {
  createMailTransport,
  type Deliver,
  isMailboxGone,
  isPermanentRejection,
  smtpErrorOf,
  smtpErrorMessage,
} from './mail-transport.ts';
import { sendSms, canSendSms } from './sms-transport.ts';

/** Finds the Reply-To address of a mail: for mail in a seller's name, the current sign-in address of that seller. */
export async function findReplyTo(
  db: Db,
  { attemptId }: Pick<OutboxRow, 'attemptId'>,
  mail: Email,
): Promise<string | null> {
  if (!('seller' in mail) || !attemptId) return null;
  const [seller] = await db
    .select({ email: users.email })
    .from(checkoutAttempts)
    .innerJoin(sellers, eq(sellers.id, checkoutAttempts.sellerId))
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(eq(checkoutAttempts.id, attemptId), isNull(users.deletedAt)))
    .limit(1);
  return seller?.email ?? null;
}

/** Renders an email whose links start with this origin: see app/entry.app.tsx. */
export type RenderEmail = (mail: Email, appUrl: string) => RenderedEmail | Promise<RenderedEmail>;

/** Longer than one try can take. */
const LEASE_MS = 120_000;
const SEND_TIMEOUT_MS = 60_000;
/** Number of messages sent concurrently. */
const MAX_CONCURRENT = 4;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Delay after each failed try; after the last one the mail fails. */
const RETRY_DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
] as const;

class Undeliverable extends Error {}

/** Mail that its reader requested is sent even to a suppressed address. */
const REQUESTED_KINDS: Record<CredentialEmail['kind'], true> = {
  confirm_email: true,
  recover_password: true,
  change_email: true,
  confirmation_code: true,
  purchases_link: true,
};

async function sendMail(context: Context, row: OutboxRow, render: RenderEmail, deliver: Deliver): Promise<void> {
  const { config, db, realNow, secrets } = context;
  let suppression: Suppression | null;
  try {
    if (normalizeEmail(row.recipient) === null) throw new Undeliverable('The recipient is no address');
    if (row.tries > RETRY_DELAYS_MS.length + 1)
      throw new Undeliverable('No try came to an end: the process may have died in each');
    suppression = await findSuppression(db, row.recipient);
    if (suppression && !Object.hasOwn(REQUESTED_KINDS, row.kind))
      throw new Undeliverable(SUPPRESSION_MESSAGES[suppression]);
    const mail = toMail(row, secrets.unseal);
    const [rendered, replyTo] = await Promise.all([render(mail, config.appUrl), findReplyTo(db, row, mail)]);
    await deliver({ id: row.id, to: row.recipient, replyTo, rendered });
  } catch (error) {
    if (isMailboxGone(error)) await suppressAddress(db, { address: row.recipient, reason: 'bounce', now: realNow() });
    await rescheduleOrFail(context, row, error);
    return;
  }
  await markMailSent(db, row.id, realNow());
  if (suppression) await deleteSuppression(db, row.recipient);
}

/** Reschedules a failed mail with backoff. Fails it after the last try, and immediately after a permanent rejection. */
async function rescheduleOrFail({ db, log, realNow }: Context, row: OutboxRow, error: unknown): Promise<void> {
  const { id, kind, tries: attempts } = row;
  const delay = RETRY_DELAYS_MS[attempts - 1];
  const isRejected = error instanceof Undeliverable || isPermanentRejection(error);
  const smtpError = smtpErrorOf(error);
  const details = { mail: id, kind, attempts, ...(smtpError.code ? smtpError : { err: error }) };
  const lastError = smtpErrorMessage(error);
  if (isRejected || delay === undefined) {
    log.error(details, 'mail_failed');
    await recordFailedSend(db, row, { status: 'failed', lastError });
  } else {
    log.warn(details, 'mail_rescheduled');
    const nextAt = new Date(realNow().getTime() + delay);
    await recordFailedSend(db, row, { status: 'waiting', nextAt, lastError });
  }
}

/** Tries to send one message. A try that hangs is abandoned after a timeout; the next try starts when its lease ends. */
async function trySend(
  { log }: Context,
  row: OutboxRow,
  sender: ((row: OutboxRow) => Promise<void>) | undefined,
): Promise<void> {
  try {
    if (sender) await withTimeout(SEND_TIMEOUT_MS, sender(row));
  } catch (error) {
    log.error({ err: forLog(error), mail: row.id }, 'mail_send_aborted');
  }
}

/** Sends the queued email and text messages. Without a renderer or transport for a channel, its messages stay queued. */
export function openOutboxWorker(context: Context, render: RenderEmail | null): Worker {
  const { config, db, log, realNow } = context;
  const deliver = createMailTransport(config);
  if (!deliver) log.warn({ missingSettings: ['SMTP_URL', 'MAIL_FROM'] }, 'mail_transport_missing');
  const sendEmail = render && deliver && ((row: OutboxRow) => sendMail(context, row, render, deliver));
  const sendText = canSendSms(context) && ((row: OutboxRow) => sendSms(context, row));
  const senders = { ...(sendEmail && { mail: sendEmail }), ...(sendText && { sms: sendText }) };
  const channels = Object.keys(senders) as Channel[];
  const inFlight = new Set<Promise<void>>();
  let endedCount = 0;

  function start(row: OutboxRow): void {
    const task = trySend(context, row, senders[row.channel]).finally(() => {
      inFlight.delete(task);
      endedCount += 1;
      worker.wake();
    });
    inFlight.add(task);
  }

  const worker = openWorker({
    name: 'outbox',
    log,
    runOnce: async () => {
      const freeSlots = MAX_CONCURRENT - inFlight.size;
      if (freeSlots > 0) for (const row of await claimMail(db, realNow(), LEASE_MS, freeSlots, channels)) start(row);
      // Each finished mail wakes the worker for the next one.
      return false;
    },
    isDue: async () => {
      if (inFlight.size >= MAX_CONCURRENT) return false;
      const nextDue = await findNextMailDue(db, channels);
      return nextDue !== null && nextDue <= realNow();
    },
  });

  async function waitUntilIdle(): Promise<void> {
    for (;;) {
      const endedBefore = endedCount;
      await worker.waitUntilIdle();
      if (inFlight.size === 0 && endedCount === endedBefore) return;
      if (inFlight.size > 0) await Promise.race(inFlight);
    }
  }

  async function close(): Promise<void> {
    await worker.close();
    await Promise.all(inFlight);
  }
  return { wake: worker.wake, waitUntilIdle, close };
}
