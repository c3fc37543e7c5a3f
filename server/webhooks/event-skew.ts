import type { Context } from '#server/context.ts';
import { queueMail } from '#server/db/outbox.ts';

/** Number of recent events that are compared, and the minimum for a result. */
const LOOKED_AT = 50;
const ENOUGH = 20;
const MOST_SKEW_S = 60;
const TOLD_EACH_MS = 3_600_000;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Compares the sending time of events with their arrival. If the median differs by more than a minute, our clock is wrong
 * and signatures will soon be rejected: logs an error every hour and emails the operator once a day.
 */
export function watchSkew(context: Context): (sentAtS: number) => void {
  let skews: number[] = [];
  let toldAt = -Infinity;
  return (sentAtS) => {
    const now = context.realNow().getTime();
    skews = [...skews, now / 1000 - sentAtS].slice(-LOOKED_AT);
    const skewS = Math.round(median(skews));
    if (skews.length < ENOUGH || Math.abs(skewS) <= MOST_SKEW_S || now - toldAt < TOLD_EACH_MS) return;
    toldAt = now;
    context.log.error({ skewS }, 'the provider’s events come by another clock than ours');
    tell(context, skewS).catch((error: unknown) =>
      context.log.warn({ err: error }, 'a wrong clock could not be told of'),
    );
  };
}

async function tell(context: Context, skewS: number): Promise<void> {
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
  if (queued) context.ring('outbox');
}
