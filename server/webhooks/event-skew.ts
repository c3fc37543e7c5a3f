import type { Context } from '#server/context.ts';
import { queueMail } from '#server/db/outbox.ts';

/** Number of recent events that are compared, and the minimum for a result. */
const SAMPLE_SIZE = 50;
const MIN_SAMPLES = 20;
const MAX_SKEW_S = 60;
const ALERT_INTERVAL_MS = 3_600_000;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Compares the sending time of events with their arrival. If the median differs by more than a minute, our clock is wrong
 * and signatures will soon be rejected: logs an error every hour and emails the operator once a day.
 */
export function createSkewMonitor(context: Context): (sentAtS: number) => void {
  let skews: number[] = [];
  let alertedAt = -Infinity;
  return (sentAtS) => {
    const now = context.realNow().getTime();
    skews = [...skews, now / 1000 - sentAtS].slice(-SAMPLE_SIZE);
    const skewS = Math.round(median(skews));
    if (skews.length < MIN_SAMPLES || Math.abs(skewS) <= MAX_SKEW_S || now - alertedAt < ALERT_INTERVAL_MS) return;
    alertedAt = now;
    context.log.error({ skewS }, 'the provider’s events come by another clock than ours');
    emailOperator(context, skewS).catch((error: unknown) =>
      context.log.warn({ err: error }, 'a wrong clock could not be told of'),
    );
  };
}

async function emailOperator(context: Context, skewS: number): Promise<void> {
  const { operatorEmail: to } = context.config;
  if (!to) return;
  const queued = await queueMail(context.db, {
    key: `operator_alert:${context.mode}:clock:${context.realNow().toISOString().slice(0, 10)}`,
    to,
    now: context.now(),
    mail: {
      kind: 'operator_alert',
      what: 'The clock of this shop is not the payment provider’s',
      detail: `The provider’s events arrive ${Math.abs(skewS)} seconds ${skewS > 0 ? 'after' : 'before'} the time at which they say that they were sent.`,
      remedy:
        'Put the clock of the database’s machine right (timedatectl status shows whether it is synchronised). From five minutes on, events are refused.',
    },
  });
  if (queued) context.wake('outbox');
}
