import type { DrawnMail, Mail, SecretMail } from '#domain/mail.ts';

import { emailFrom } from '#server/auth/email-address.ts';
import type { Context } from '#server/context.ts';
import { forLog } from '#server/db/failed-query.ts';
import {
  claimMail,
  findNextMailDue,
  mailOf,
  updateMailSent,
  updateMailUnsent,
  type Channel,
  type OutboxRow,
} from '#server/db/outbox.ts';
import {
  deleteSuppression,
  findSuppression,
  suppressAddress,
  SUPPRESSION_WORDS,
  type Suppression,
} from '#server/db/suppressed-addresses.ts';
import { withinTime } from '#server/within-time.ts';
import { openWorker, type Worker } from '#server/worker.ts';

import { mailTransport, type Deliver } from './mail-transport.ts';
import { findReplyTo } from './reply-to.ts';
import { sendSms } from './send-sms.ts';
import { canSendSms } from './sms-transport.ts';
import { isMailboxGone, isRefusedForGood, smtpFaultOf, smtpWordsOf } from './smtp-fault.ts';

/** Renders an email whose links start with this origin: see app/entry.shop.tsx. */
export type RenderMail = (mail: Mail, appUrl: string) => DrawnMail | Promise<DrawnMail>;

/** Longer than one try can take. */
const LEASE_MS = 120_000;
const PATIENCE_MS = 60_000;
/** Number of messages sent concurrently. */
const AT_ONCE = 4;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Delay after each failed try; after the last one the mail fails. */
const GAPS_MS = [
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
const ASKED_FOR: Record<SecretMail['kind'], true> = {
  confirm_email: true,
  recover_password: true,
  change_email: true,
  confirmation_code: true,
  purchases_link: true,
};

async function send(context: Context, row: OutboxRow, render: RenderMail, deliver: Deliver): Promise<void> {
  const { config, db, realNow, secrets } = context;
  let suppression: Suppression | null;
  try {
    if (emailFrom(row.recipient) === null) throw new Undeliverable('The recipient is no address');
    if (row.attempts > GAPS_MS.length + 1)
      throw new Undeliverable('No try came to an end: the process may have died in each');
    suppression = await findSuppression(db, row.recipient);
    if (suppression && !Object.hasOwn(ASKED_FOR, row.kind))
      throw new Undeliverable(SUPPRESSION_WORDS[suppression]);
    const mail = mailOf(row, secrets.unseal);
    const [drawn, replyTo] = await Promise.all([render(mail, config.appUrl), findReplyTo(db, row, mail)]);
    await deliver({ id: row.id, to: row.recipient, replyTo, drawn });
  } catch (error) {
    if (isMailboxGone(error))
      await suppressAddress(db, { address: row.recipient, reason: 'bounce', now: realNow() });
    await putOff(context, row, error);
    return;
  }
  await updateMailSent(db, row.id, realNow());
  if (suppression) await deleteSuppression(db, row.recipient);
}

/** Reschedules a failed mail with backoff. Fails it after the last try, and immediately after a permanent rejection. */
async function putOff({ db, log, realNow }: Context, row: OutboxRow, error: unknown): Promise<void> {
  const { id, kind, attempts } = row;
  const gap = GAPS_MS[attempts - 1];
  const refused = error instanceof Undeliverable || isRefusedForGood(error);
  const fault = smtpFaultOf(error);
  const details = { mail: id, kind, attempts, ...(fault.code ? fault : { err: error }) };
  const lastError = smtpWordsOf(error);
  if (refused || gap === undefined) {
    log.error(details, 'a mail was given up');
    await updateMailUnsent(db, row, { status: 'failed', lastError });
  } else {
    log.warn(details, 'a mail will be tried again');
    const nextAt = new Date(realNow().getTime() + gap);
    await updateMailUnsent(db, row, { status: 'waiting', nextAt, lastError });
  }
}

/** Tries to send one message. A try that hangs is abandoned after a timeout; the next try starts when its lease ends. */
async function carry(
  { log }: Context,
  row: OutboxRow,
  carrier: ((row: OutboxRow) => Promise<void>) | undefined,
): Promise<void> {
  try {
    if (carrier) await withinTime(PATIENCE_MS, carrier(row));
  } catch (error) {
    log.error({ err: forLog(error), mail: row.id }, 'a try to send a mail did not come to an end');
  }
}

/** Sends the queued email and text messages. Without a renderer or transport for a channel, its messages stay queued. */
export function openOutboxWorker(context: Context, render: RenderMail | null): Worker {
  const { config, db, log, realNow } = context;
  const deliver = mailTransport(config);
  if (!deliver) log.warn('No mail is sent: SMTP_URL and MAIL_FROM are not set. It waits until they are.');
  const mail = render && deliver && ((row: OutboxRow) => send(context, row, render, deliver));
  const sms = canSendSms(context) && ((row: OutboxRow) => sendSms(context, row));
  const carriers = { ...(mail && { mail }), ...(sms && { sms }) };
  const channels = Object.keys(carriers) as Channel[];
  const underWay = new Set<Promise<void>>();
  let ended = 0;

  function start(row: OutboxRow): void {
    const task = carry(context, row, carriers[row.channel]).finally(() => {
      underWay.delete(task);
      ended += 1;
      worker.ring();
    });
    underWay.add(task);
  }

  const worker = openWorker({
    name: 'outbox',
    log,
    round: async () => {
      const free = AT_ONCE - underWay.size;
      if (free > 0) for (const row of await claimMail(db, realNow(), LEASE_MS, free, channels)) start(row);
      // Each finished mail wakes the worker for the next one.
      return false;
    },
    isDue: async () => {
      if (underWay.size >= AT_ONCE) return false;
      const due = await findNextMailDue(db, channels);
      return due !== null && due <= realNow();
    },
  });

  async function settled(): Promise<void> {
    for (;;) {
      const endedBefore = ended;
      await worker.settled();
      if (underWay.size === 0 && ended === endedBefore) return;
      if (underWay.size > 0) await Promise.race(underWay);
    }
  }

  async function close(): Promise<void> {
    await worker.close();
    await Promise.all(underWay);
  }
  return { ring: worker.ring, settled, close };
}
