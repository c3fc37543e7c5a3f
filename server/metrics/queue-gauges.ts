import type { Context } from '#server/context.ts';
import { countQueues, type QueueLengths } from '#server/db/queue-lengths.ts';

import { PREFIX, type Figure } from './metrics.ts';

/** Time for which a result is reused. */
const KEPT_MS = 2000;
/** Timeout for the query, so that a scrape does not wait for a slow database. */
const PATIENCE_MS = 1500;

/** Metrics of the queues in the database, the same in every process; missing while the database is unavailable. */
export function watchQueues(context: Context): void {
  const { metrics, now, realNow } = context;
  const read = kept(() => countWithin(context), realNow);
  const told = (name: string, help: string, of: (lengths: QueueLengths) => number) =>
    metrics.gauge(PREFIX + name, help, async (): Promise<Figure> => {
      const lengths = await read();
      return lengths && of(lengths);
    });
  const age = (since: Date | null, clock = realNow) =>
    since ? Math.max(0, (clock().getTime() - since.getTime()) / 1000) : 0;
  metrics.gauge(`${PREFIX}database_up`, 'Whether the database has just answered', async () =>
    (await read()) ? 1 : 0,
  );
  told('events_waiting', 'Events that are not acted on yet', (q) => q.eventsReceived);
  told('events_waiting_oldest_seconds', 'How long the oldest of them is here', (q) => age(q.oldestEventAt));
  told('events_parked', 'Events that were given up and wait for you', (q) => q.eventsParked);
  told('mails_waiting', 'Mails that did not go out yet', (q) => q.mailsWaiting);
  told('mails_due_oldest_seconds', 'How long the oldest of them is due', (q) => age(q.oldestMailAt));
  told('mails_failed', 'Mails that were given up', (q) => q.mailsFailed);
  told('plans_due_oldest_seconds', 'Lag of the plans worker: how long the oldest plan is due', (q) =>
    age(q.oldestPlanAt, now),
  );
  told('upgrades_due_oldest_seconds', 'Lag of the plans worker: how long the oldest upgrade is due', (q) =>
    age(q.oldestUpgradeAt, now),
  );
  told('deliveries_due', "Deliveries to sellers' programs that are due", (q) => q.deliveriesDue);
  told('attempts_unanswered', 'Presses of pay that the provider did not answer', (q) => q.attemptsNew);
}

type Read = () => Promise<QueueLengths | null>;

/** Shares one result among concurrent and close calls. */
function kept(ask: Read, realNow: () => Date): Read {
  let answer: Promise<QueueLengths | null> | null = null;
  let askedAt = 0;
  return () => {
    const now = realNow().getTime();
    if (!answer || now - askedAt > KEPT_MS) {
      askedAt = now;
      answer = ask();
    }
    return answer;
  };
}

/** Null when the database does not answer in time. */
async function countWithin({ db, mode, now, realNow }: Context): Promise<QueueLengths | null> {
  let late: NodeJS.Timeout | undefined;
  const tooLong = new Promise<null>((resolve) => {
    late = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const counted = countQueues(db, { mode, now: now(), realNow: realNow() }).catch(() => null);
  try {
    return await Promise.race([counted, tooLong]);
  } finally {
    clearTimeout(late);
  }
}
