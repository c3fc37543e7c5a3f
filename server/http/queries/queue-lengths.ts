import { sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';

/** Counting stops here, because larger numbers make no difference and counting must stay cheap. */
const MAX_COUNTED = 10_000;

/** Metrics of the work that waits in the database, for any process: their names and descriptions. */
export const QUEUE_METRICS = {
  events_waiting: 'Stripe events that are not processed yet',
  events_waiting_oldest_seconds: 'Age of the oldest waiting Stripe event',
  events_dead_lettered: 'Stripe events that failed and have to be replayed',
  mails_waiting: 'Emails that are not sent yet',
  mails_due_oldest_seconds: 'Time since the oldest email was due',
  mails_failed: 'Emails that could not be sent',
  plans_due_oldest_seconds: 'Lag of the plans worker: time since the oldest plan was due',
  upgrades_due_oldest_seconds: 'Lag of the plans worker: time since the oldest upgrade was due',
  deliveries_due: 'Webhook deliveries that are due',
  attempts_unanswered: 'Checkout attempts that Stripe has not answered',
} as const satisfies Record<string, string>;

export type QueueLengths = Record<keyof typeof QUEUE_METRICS, number>;

/** One query, answered from indexes. `now` is the business clock, `realNow` the system clock. */
export async function readQueueLengths(
  db: Db,
  { mode, now, realNow }: { mode: Mode; now: Date; realNow: Date },
): Promise<QueueLengths> {
  const limit = sql.raw(String(MAX_COUNTED));
  const real = sql`${realNow.toISOString()}::timestamptz`;
  const business = sql`${now.toISOString()}::timestamptz`;
  const { rows } = (await db.execute(sql`
    select e.count as events_waiting, extract(epoch from ${real} - e.oldest) as events_waiting_oldest_seconds,
      (select count(*) from (select 1 from stripe_events where mode = ${mode} and status = 'dead_lettered' limit ${limit}) _)
        as events_dead_lettered,
      m.count as mails_waiting, extract(epoch from ${real} - m.oldest) as mails_due_oldest_seconds,
      (select count(*) from (select 1 from outbox where status = 'failed' limit ${limit}) _) as mails_failed,
      (select count(*) from (select 1 from webhook_deliveries where status = 'waiting' and next_at <= ${real}
        limit ${limit}) _) as deliveries_due,
      (select count(*) from (select 1 from checkout_attempts where state = 'new' and created_at <= ${business}
        and mode = ${mode} limit ${limit}) _) as attempts_unanswered,
      (select extract(epoch from ${business} - min(due_at)) from plan_subscriptions
        where mode = ${mode} and due_at <= ${business}) as plans_due_oldest_seconds,
      (select extract(epoch from ${business} - min(greatest(next_at, created_at))) from plan_upgrades
        where state in ('waiting', 'needs_payment') and next_at <= ${business} and mode = ${mode})
        as upgrades_due_oldest_seconds
    from
      (select count(*), min(received_at) as oldest from (select received_at from stripe_events
        where mode = ${mode} and status = 'received' order by next_at limit ${limit}) _) e,
      (select count(*), min(next_at) as oldest from (select next_at from outbox
        where status = 'waiting' order by next_at limit ${limit}) _) m`)) as { rows: Record<string, string | null>[] };
  // Clocks of two processes may differ: no age is negative.
  const valueOf = (name: string): number => Math.max(0, Number(rows[0]?.[name] ?? 0));
  return Object.fromEntries(Object.keys(QUEUE_METRICS).map((name) => [name, valueOf(name)])) as QueueLengths;
}
