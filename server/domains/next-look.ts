import { FOREVER } from '#domain/subscription.ts';

import type { DomainRow } from '#server/db/domains.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Not at once: name servers keep for a while that there is nothing, and nobody has written anything yet. */
export const FIRST_LOOK_MS = 2 * MINUTE_MS;
const OFTEN = { forMs: 3 * HOUR_MS, everyMs: 5 * MINUTE_MS };
const HOURLY = { forMs: 14 * DAY_MS, everyMs: HOUR_MS };
/** Up to this much earlier than a day, so that those of one moment do not stay together. */
const SPREAD_MS = 2 * HOUR_MS;

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** When a claim is looked at again that is not proven: after two weeks only when its seller asks. */
export function nextLookAtClaim(
  { createdAt, offAt }: Pick<DomainRow, 'createdAt' | 'offAt'>,
  now: Date,
): Date {
  const age = now.getTime() - createdAt.getTime();
  if (offAt !== null || age >= HOURLY.forMs) return FOREVER;
  return after(now, age < OFTEN.forMs ? OFTEN.everyMs : HOURLY.everyMs);
}

/** Once a day. */
export const nextLookAtProven = (now: Date): Date => after(now, DAY_MS - Math.random() * SPREAD_MS);

/** After a look that said nothing. */
export const nextLookAfterFault = (now: Date): Date => after(now, HOUR_MS);
