import { sql } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';

/** Nothing is counted beyond it: more is too many anyway, and whoever counts must not be a burden. */
export const MOST_COUNTED = 10_000;

/** What waits in the database to be done by whichever process comes first. */
export type QueueLengths = {
  eventsReceived: number;
  eventsParked: number;
  mailsWaiting: number;
  mailsFailed: number;
  deliveriesDue: number;
  attemptsNew: number;
  /** When the oldest event that is not acted on came in, and the oldest mail that is due was due; null: none. */
  oldestEventAt: Date | null;
  oldestMailAt: Date | null;
  /** Business time: since when the oldest plan and the oldest upgrade are due; null: none. */
  oldestPlanAt: Date | null;
  oldestUpgradeAt: Date | null;
};

type Row = Record<
  | 'events'
  | 'parked'
  | 'mails'
  | 'failed'
  | 'deliveries'
  | 'attempts'
  | 'event_at'
  | 'mail_at'
  | 'plan_at'
  | 'upgrade_at',
  string | null
>;

/** One question, answered from indexes. `now` is the business clock, `realNow` the real one. */
export async function countQueues(
  db: Db,
  { mode, now, realNow }: { mode: Mode; now: Date; realNow: Date },
): Promise<QueueLengths> {
  const most = sql.raw(String(MOST_COUNTED));
  const real = sql`${realNow.toISOString()}::timestamptz`;
  const business = sql`${now.toISOString()}::timestamptz`;
  const { rows } = (await db.execute(sql`
    select e.count as events, extract(epoch from e.oldest) as event_at,
      (select count(*) from (select 1 from provider_events where mode = ${mode} and status = 'parked' limit ${most}) _)
        as parked,
      m.count as mails, extract(epoch from m.oldest) as mail_at,
      (select count(*) from (select 1 from outbox where status = 'failed' limit ${most}) _) as failed,
      (select count(*) from (select 1 from webhook_deliveries where status = 'waiting' and next_at <= ${real}
        limit ${most}) _) as deliveries,
      (select count(*) from (select 1 from attempts where state = 'new' and created_at <= ${business}
        and mode = ${mode} limit ${most}) _) as attempts,
      (select extract(epoch from min(due_at)) from plan_subscriptions
        where mode = ${mode} and due_at <= ${business}) as plan_at,
      (select extract(epoch from min(greatest(next_at, created_at))) from plan_upgrades
        where state in ('waiting', 'needs_payment') and next_at <= ${business} and mode = ${mode}) as upgrade_at
    from
      (select count(*), min(received_at) as oldest from (select received_at from provider_events
        where mode = ${mode} and status = 'received' order by next_at limit ${most}) _) e,
      (select count(*), min(next_at) as oldest from (select next_at from outbox
        where status = 'waiting' order by next_at limit ${most}) _) m`)) as { rows: Row[] };
  const [row] = rows;
  const count = (column: keyof Row) => Number(row?.[column] ?? 0);
  const moment = (column: keyof Row) => (row?.[column] ? new Date(Number(row[column]) * 1000) : null);
  return {
    eventsReceived: count('events'),
    eventsParked: count('parked'),
    mailsWaiting: count('mails'),
    mailsFailed: count('failed'),
    deliveriesDue: count('deliveries'),
    attemptsNew: count('attempts'),
    oldestEventAt: moment('event_at'),
    oldestMailAt: moment('mail_at'),
    oldestPlanAt: moment('plan_at'),
    oldestUpgradeAt: moment('upgrade_at'),
  };
}
