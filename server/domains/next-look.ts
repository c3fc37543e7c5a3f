import { FOREVER } from '#domain/subscription.ts';

import type { DomainRow } from '#server/db/domains.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Delay of the first check: the records are not written yet, and name servers cache negative answers. */
export const FIRST_LOOK_MS = 2 * MINUTE_MS;
const OFTEN = { forMs: 3 * HOUR_MS, everyMs: 5 * MINUTE_MS };
const HOURLY = { forMs: 14 * DAY_MS, everyMs: HOUR_MS };
/** Random reduction of the daily interval, so that checks do not stay bunched together. */
const SPREAD_MS = 2 * HOUR_MS;

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** Time of the next check of an unverified claim: none after two weeks, until its seller asks. */
export function nextLookAtClaim(
  { createdAt, offAt }: Pick<DomainRow, 'createdAt' | 'offAt'>,
  now: Date,
): Date {
  const age = now.getTime() - createdAt.getTime();
  if (offAt !== null || age >= HOURLY.forMs) return FOREVER;
  return after(now, age < OFTEN.forMs ? OFTEN.everyMs : HOURLY.everyMs);
}

/** Daily, with jitter. */
export const nextLookAtProven = (now: Date): Date => after(now, DAY_MS - Math.random() * SPREAD_MS);

/** After a check without a DNS answer. */
export const nextLookAfterFault = (now: Date): Date => after(now, HOUR_MS);
