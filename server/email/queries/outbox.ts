import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';

import type { Email, PlainEmail, CredentialEmail } from '#domain/email.ts';
import type { Context, OperatorAlert } from '#server/core/context.ts';
import { SEALED_CELLS, type SealedCell } from '#server/core/secrets.ts';
import { insertMany } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';

export type OutboxRow = typeof outbox.$inferSelect;

/** Due dates in the past on any clock; messages that a user waits for come before the rest. */
const DUE_FIRST = new Date(0);
const DUE_NOW = new Date(1);

type SealText = (text: string, cell: SealedCell) => string;

/** `seal`: encrypts the mail in the queue, because it contains what grants access. */
export type QueuedMail = {
  /** Identifies the message, recipient and mode, so that it is sent only once. */
  key: string;
  to: string;
  /** Business time. */
  now: Date;
  /** The order that the message is about. */
  attemptId?: string;
} & ({ mail: PlainEmail; seal?: SealText } | { mail: CredentialEmail; seal: SealText });

const waitingRow = (fields: Omit<OutboxRow, 'status' | 'tries' | 'lastError' | 'sentAt'>): OutboxRow => ({
  ...fields,
  status: 'waiting',
  tries: 0,
  lastError: null,
  sentAt: null,
});

function toOutboxRow(queued: QueuedMail): OutboxRow {
  const { key, to, mail, now, attemptId = null, seal } = queued;
  const { kind, ...payload } = mail;
  const id = crypto.randomUUID();
  return waitingRow({
    id,
    dedupKey: key,
    channel: 'mail',
    kind,
    recipient: to,
    props: seal ? { sealed: seal(JSON.stringify(payload), SEALED_CELLS.mail(id)) } : payload,
    nextAt: seal ? DUE_FIRST : DUE_NOW,
    attemptId,
    createdAt: now,
  });
}

/**
 * Inserts mails into the outbox, in the transaction of their cause; returns how many were new. Wake the `outbox` worker
 * after the commit.
 */
export async function queueMails(tx: Db, queued: readonly QueuedMail[]): Promise<number> {
  return insertMany(tx, outbox, queued.map(toOutboxRow), true);
}

/** Inserts one mail; false when it already exists. */
export const queueMail = async (tx: Db, queued: QueuedMail): Promise<boolean> => (await queueMails(tx, [queued])) > 0;

/**
 * Queues an alert to `OPERATOR_EMAIL`, once per key, in the transaction of its cause. Returns true if it is new; then wake
 * the `outbox` worker after the commit. Without that setting, the log alone has it.
 */
export async function alertOperator(
  { config, mode, now }: Pick<Context, 'config' | 'mode' | 'now'>,
  db: Db,
  { key, ...text }: OperatorAlert,
): Promise<boolean> {
  const { operatorEmail: to } = config;
  if (!to) return false;
  const mail = { kind: 'operator_alert' as const, ...text };
  return queueMail(db, { key: `operator_alert:${mode}:${key}`, to, now: now(), mail });
}

/** The queued mail; rows are only written from a `Mail`. Throws when it was encrypted with another secret. */
export function toMail({ id, kind, props }: Pick<OutboxRow, 'id' | 'kind' | 'props'>, unseal: SealText): Email {
  const payload =
    typeof props.sealed === 'string' ? (JSON.parse(unseal(props.sealed, SEALED_CELLS.mail(id))) as object) : props;
  return { ...payload, kind } as Email;
}

/** A code sent by SMS. `goodUntil`: ISO 8601; it is not sent later. */
export type Sms = { sealedCode: string; goodUntil: string };

type QueuedCode = { key: string; to: string; code: string; goodUntil: string; seal: SealText; now: Date };

/** Inserts an encrypted code into the outbox, in the transaction of its cause. Wake the `outbox` worker after the commit. */
export async function queueSms(tx: Db, { key, to, code, goodUntil, seal, now }: QueuedCode): Promise<void> {
  const id = crypto.randomUUID();
  const props: Sms = { sealedCode: seal(code, SEALED_CELLS.smsCode(id)), goodUntil };
  const message = { dedupKey: key, channel: 'sms', kind: 'sms_code', recipient: to, props } as const;
  const row = waitingRow({ id, ...message, nextAt: DUE_FIRST, attemptId: null, createdAt: now });
  await insertMany(tx, outbox, [row], true);
}

/** The queued SMS; rows of this channel are only written from an `Sms`. */
export const toSms = ({ props }: Pick<OutboxRow, 'props'>): Sms => props as Sms;

// A range of keys would depend on the collation of the database.
const startsWith = (keyPrefix: string) => sql`starts_with(${outbox.dedupKey}, ${keyPrefix})`;

/** Counts the mails about an order whose keys start with this prefix. */
export const countMails = (db: Db, attemptId: string, keyPrefix: string): Promise<number> =>
  db.$count(outbox, and(eq(outbox.attemptId, attemptId), startsWith(keyPrefix)));

/** Counts the alerts to the operator since a time (business time) whose keys start with this prefix. */
export const countAlerts = (db: Db, keyPrefix: string, since: Date): Promise<number> =>
  db.$count(outbox, and(sql`${outbox.kind} = 'operator_alert'`, gt(outbox.createdAt, since), startsWith(keyPrefix)));

export type Channel = OutboxRow['channel'];

export async function markMailSent(db: Db, id: string, sentAt: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ status: 'sent', sentAt, lastError: null })
    .where(and(eq(outbox.id, id), ne(outbox.status, 'bounced')));
}

/** `lastError`: why the message was not sent. */
type FailedSend = { lastError: string } & ({ status: 'failed' } | { status: 'waiting'; nextAt: Date });

/** Records a failed try; has no effect when the lease expired and another process has taken over. */
export async function recordFailedSend(
  db: Db,
  { id, tries }: Pick<OutboxRow, 'id' | 'tries'>,
  outcome: FailedSend,
): Promise<void> {
  await db
    .update(outbox)
    .set(outcome)
    .where(and(eq(outbox.id, id), eq(outbox.status, 'waiting'), eq(outbox.tries, tries)));
}

/** Marks a sent mail as bounced; false when there is no such mail that was sent. */
export async function markMailBounced(db: Db, id: string, lastError: string): Promise<boolean> {
  const rows = await db
    .update(outbox)
    .set({ status: 'bounced', lastError })
    .where(and(eq(outbox.id, id), eq(outbox.channel, 'mail'), gt(outbox.tries, 0), ne(outbox.status, 'failed')))
    .returning({ id: outbox.id });
  return rows.length > 0;
}

export async function findMail(db: Db, id: string): Promise<OutboxRow | null> {
  const [row] = await db.select().from(outbox).where(eq(outbox.id, id)).limit(1);
  return row ?? null;
}

/** Status of the first receipt of an order; null before it is queued and after its row was deleted. */
export async function findReceiptStatus(db: Db, attemptId: string): Promise<OutboxRow['status'] | null> {
  const [row] = await db
    .select({ status: outbox.status })
    .from(outbox)
    .where(and(eq(outbox.attemptId, attemptId), eq(outbox.kind, 'receipt')))
    .orderBy(outbox.createdAt)
    .limit(1);
  return row?.status ?? null;
}

/** Newest first; `to` filters by a part of the recipient. */
export async function listMail(db: Db, limit: number, to = ''): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox)
    .where(to ? sql`strpos(lower(${outbox.recipient}), ${to.toLowerCase()}) > 0` : undefined)
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(limit);
}

/** Orders that the mails are about, by attempt id. */
export async function listMailOrders(
  db: Db,
  rows: readonly Pick<OutboxRow, 'attemptId'>[],
): Promise<Map<string, { id: string; number: number }>> {
  const ids = [...new Set(rows.flatMap(({ attemptId }) => attemptId ?? []))];
  if (ids.length === 0) return new Map();
  const orderRows = await db
    .select({ attemptId: orders.attemptId, id: orders.id, number: orders.number })
    .from(orders)
    .where(inArray(orders.attemptId, ids));
  return new Map(orderRows.map(({ attemptId, ...order }) => [attemptId, order]));
}
