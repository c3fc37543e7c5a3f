import { sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';

/** Counting stops here, because larger numbers make no difference and counting must stay cheap. */
export const MAX_COUNTED = 10_000;

/** Work waiting in the database, for any process. */
export type QueueLengths = {
  eventsReceived: number;
  eventsDeadLettered: number;
  mailsWaiting: number;
  mailsFailed: number;
  deliveriesDue: number;
  attemptsPending: number;
  /** Arrival of the oldest unprocessed event, and due time of the oldest due mail; null: none. */
  oldestEventAt: Date | null;
  oldestMailAt: Date | null;
  /** Business time: due time of the oldest plan and the oldest upgrade; null: none. */
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

/** One query, answered from indexes. `now` is the business clock, `realNow` the system clock. */
export async function readQueueLengths(
  db: Db,
  { mode, now, realNow }: { mode: Mode; now: Date; realNow: Date },
): Promise<QueueLengths> {
  const limit = sql.raw(String(MAX_COUNTED));
  const real = sql`${realNow.toISOString()}::timestamptz`;
  const business = sql`${now.toISOString()}::timestamptz`;
  const { rows } = (await db.execute(sql`
    select e.count as events, extract(epoch from e.oldest) as event_at,
      (select count(*) from (select 1 from stripe_events where mode = ${mode} and status = 'parked' limit ${limit}) _)
        as parked,
      m.count as mails, extract(epoch from m.oldest) as mail_at,
      (select count(*) from (select 1 from outbox where status = 'failed' limit ${limit}) _) as failed,
      (select count(*) from (select 1 from webhook_deliveries where status = 'waiting' and next_at <= ${real}
        limit ${limit}) _) as deliveries,
      (select count(*) from (select 1 from checkout_attempts where state = 'new' and created_at <= ${business}
        and mode = ${mode} limit ${limit}) _) as attempts,
      (select extract(epoch from min(due_at)) from plan_subscriptions
        where mode = ${mode} and due_at <= ${business}) as plan_at,
      (select extract(epoch from min(greatest(next_at, created_at))) from plan_upgrades
        where state in ('waiting', 'needs_payment') and next_at <= ${business} and mode = ${mode}) as upgrade_at
    from
      (select count(*), min(received_at) as oldest from (select received_at from stripe_events
        where mode = ${mode} and status = 'received' order by next_at limit ${limit}) _) e,
      (select count(*), min(next_at) as oldest from (select next_at from outbox
        where status = 'waiting' order by next_at limit ${limit}) _) m`)) as { rows: Row[] };
  const [row] = rows;
  const countOf = (column: keyof Row) => Number(row?.[column] ?? 0);
  const timeOf = (column: keyof Row) => (row?.[column] ? new Date(Number(row[column]) * 1000) : null);
  return {
    eventsReceived: countOf('events'),
    eventsDeadLettered: countOf('parked'),
    mailsWaiting: countOf('mails'),
    mailsFailed: countOf('failed'),
    deliveriesDue: countOf('deliveries'),
    attemptsPending: countOf('attempts'),
    oldestEventAt: timeOf('event_at'),
    oldestMailAt: timeOf('mail_at'),
    oldestPlanAt: timeOf('plan_at'),
    oldestUpgradeAt: timeOf('upgrade_at'),
  };
}
