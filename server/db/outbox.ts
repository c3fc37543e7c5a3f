import { and, asc, count, desc, eq, gt, gte, inArray, lt, lte, ne, sql, type SQL } from 'drizzle-orm';

import type { Mail, OpenMail, SecretMail } from '#domain/mail.ts';

import type { Db } from './client.ts';
import { insertMany } from './many-rows.ts';
import { outbox } from './schema-mail.ts';
import { orders } from './schema-money.ts';
import { SEALED_CELLS, type SealedCell } from '#server/sealed-cell.ts';

export type OutboxRow = typeof outbox.$inferSelect;

/** Due at once, whatever clock whoever queues it goes by; what somebody waits for overtakes the rest. */
const WAITED_FOR = new Date(0);
const AT_ONCE = new Date(1);

type Seal = (text: string, cell: SealedCell) => string;

export type QueuedMail = {
  /** Names what is told, to whom and in which mode: the same mail is never told twice. */
  key: string;
  to: string;
  /** The business clock's. */
  now: Date;
  /** The order that it tells of. */
  attemptId?: string;
} & ({ mail: OpenMail } | { mail: SecretMail; seal: Seal });

function rowOf(queued: QueuedMail): OutboxRow {
  const { key, to, mail, now, attemptId = null } = queued;
  const { kind, ...said } = mail;
  const id = crypto.randomUUID();
  return {
    id,
    dedupKey: key,
    channel: 'mail',
    kind,
    recipient: to,
    props: 'seal' in queued ? { sealed: queued.seal(JSON.stringify(said), SEALED_CELLS.mail(id)) } : said,
    status: 'waiting',
    attempts: 0,
    nextAt: 'seal' in queued ? WAITED_FOR : AT_ONCE,
    lastError: null,
    attemptId,
    createdAt: now,
    sentAt: null,
  };
}

/**
 * Puts mails into the outbox, in the transaction of what causes them; gives how many were not there already.
 * Ring `outbox` after the commit.
 */
export async function queueMails(tx: Db, queued: readonly QueuedMail[]): Promise<number> {
  return insertMany(tx, outbox, queued.map(rowOf), true);
}

/** The same of one mail; false when it is there already. */
export const queueMail = async (tx: Db, queued: QueuedMail): Promise<boolean> =>
  (await queueMails(tx, [queued])) > 0;

/** What was queued, as it was; rows are only ever written from a `Mail`. Throws when it was sealed with another secret. */
export function mailOf({ id, kind, props }: Pick<OutboxRow, 'id' | 'kind' | 'props'>, unseal: Seal): Mail {
  const said =
    typeof props.sealed === 'string'
      ? (JSON.parse(unseal(props.sealed, SEALED_CELLS.mail(id))) as object)
      : props;
  return { ...said, kind } as Mail;
}

/** How many were queued since, of those whose keys begin so. */
export async function countMails(db: Db, keys: string, since: Date): Promise<number> {
  const isTheirs = and(gte(outbox.dedupKey, keys), lt(outbox.dedupKey, `${keys}~`));
  const [row] = await db
    .select({ count: count() })
    .from(outbox)
    .where(and(isTheirs, gt(outbox.createdAt, since)));
  return row?.count ?? 0;
}

export type Channel = OutboxRow['channel'];

/** Takes mail that is due for the length of the lease; a worker that dies loses it when it ends. Real time. */
export async function claimMail(
  db: Db,
  now: Date,
  leaseMs: number,
  most: number,
  channels: readonly Channel[] = ['mail'],
): Promise<OutboxRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(waiting(channels, lte(outbox.nextAt, now)))
      .orderBy(asc(outbox.nextAt), asc(outbox.createdAt))
      .limit(most)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    return tx
      .update(outbox)
      .set({ attempts: sql`${outbox.attempts} + 1`, nextAt: new Date(now.getTime() + leaseMs) })
      .where(inArray(outbox.id, ids))
      .returning();
  });
}

export async function updateMailSent(db: Db, id: string, sentAt: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ status: 'sent', sentAt, lastError: null })
    .where(and(eq(outbox.id, id), ne(outbox.status, 'bounced')));
}

/** `lastError`: why it did not go out, in words. */
export type Unsent = { lastError: string } & ({ status: 'failed' } | { status: 'waiting'; nextAt: Date });

/** What became of one try; nothing when its lease has ended and somebody else tries already. */
export async function updateMailUnsent(
  db: Db,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  outcome: Unsent,
): Promise<void> {
  await db
    .update(outbox)
    .set(outcome)
    .where(and(eq(outbox.id, id), eq(outbox.status, 'waiting'), eq(outbox.attempts, attempts)));
}

/** It came back after the next server had taken it; false when there is no such mail that went out. */
export async function updateMailBounced(db: Db, id: string, lastError: string): Promise<boolean> {
  const rows = await db
    .update(outbox)
    .set({ status: 'bounced', lastError })
    .where(
      and(eq(outbox.id, id), eq(outbox.channel, 'mail'), gt(outbox.attempts, 0), ne(outbox.status, 'failed')),
    )
    .returning({ id: outbox.id });
  return rows.length > 0;
}

/** When the next waiting mail is due; null when none waits. */
export async function findNextMailDue(db: Db, channels: readonly Channel[]): Promise<Date | null> {
  const [row] = await db
    .select({ nextAt: outbox.nextAt })
    .from(outbox)
    .where(waiting(channels))
    .orderBy(asc(outbox.nextAt))
    .limit(1);
  return row?.nextAt ?? null;
}

const waiting = (channels: readonly Channel[], due?: SQL): SQL | undefined =>
  and(eq(outbox.status, 'waiting'), inArray(outbox.channel, [...channels]), due);

export async function findMail(db: Db, id: string): Promise<OutboxRow | null> {
  const [row] = await db.select().from(outbox).where(eq(outbox.id, id)).limit(1);
  return row ?? null;
}

/** The newest first; `to`: those whose recipient has this in it. */
export async function listMail(db: Db, most: number, to = ''): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox)
    .where(to ? sql`strpos(lower(${outbox.recipient}), ${to.toLowerCase()}) > 0` : undefined)
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(most);
}

/** The orders that mails tell of, by attempt. */
export async function listMailOrders(
  db: Db,
  rows: readonly Pick<OutboxRow, 'attemptId'>[],
): Promise<Map<string, { id: string; number: number }>> {
  const ids = [...new Set(rows.flatMap(({ attemptId }) => attemptId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ attemptId: orders.attemptId, id: orders.id, number: orders.number })
    .from(orders)
    .where(inArray(orders.attemptId, ids));
  return new Map(found.map(({ attemptId, ...order }) => [attemptId, order]));
}
