import { FOREVER } from '#domain/subscription.ts';

import type { DomainRow } from '#server/db/domains.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Delay of the first check: the records are not written yet, and name servers cache negative answers. */
export const FIRST_CHECK_DELAY_MS = 2 * MINUTE_MS;
const FREQUENT = { durationMs: 3 * HOUR_MS, intervalMs: 5 * MINUTE_MS };
const HOURLY = { durationMs: 14 * DAY_MS, intervalMs: HOUR_MS };
/** Random reduction of the daily interval, so that checks do not stay bunched together. */
const JITTER_MS = 2 * HOUR_MS;

const addMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** Time of the next check of an unverified claim: none after two weeks, until its seller asks. */
export function nextCheckOfClaim(
  { createdAt, deactivatedAt: offAt }: Pick<DomainRow, 'createdAt' | 'deactivatedAt'>,
  now: Date,
): Date {
  const age = now.getTime() - createdAt.getTime();
  if (offAt !== null || age >= HOURLY.durationMs) return FOREVER;
  return addMs(now, age < FREQUENT.durationMs ? FREQUENT.intervalMs : HOURLY.intervalMs);
}

/** Daily, with jitter. */
export const nextCheckOfProven = (now: Date): Date => addMs(now, DAY_MS - Math.random() * JITTER_MS);

/** After a check without a DNS answer. */
export const nextCheckAfterFault = (now: Date): Date => addMs(now, HOUR_MS);
