/** Arbitrary histories of a seller's plan. For tests only. */
import fc from 'fast-check';

import { PLANS, type PlanId } from '#domain/plans.ts';

import type { CardKind } from './testing-plan-model.ts';
import type { Telling } from './testing-plan-play.ts';

export type Act =
  | { act: 'wait'; seconds: number }
  | { act: 'enter' | 'choose'; plan: PlanId }
  | { act: 'card'; kind: CardKind }
  | { act: 'sell'; price: number }
  | { act: 'refund'; which: number }
  | { act: 'cancel' | 'reactivate' | 'pay' }
  | { act: 'tell'; telling: Telling };

const HOUR = 3600;
const DAY = 24 * HOUR;
const plan = fc.constantFrom(...PLANS.map(({ id }) => id));
const wait = (seconds: fc.Arbitrary<number>): fc.Arbitrary<Act> =>
  fc.record({ act: fc.constant('wait' as const), seconds });
const hours = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * HOUR);

/** Mostly shorter than the payment window, in whole hours, so that waits end exactly at its last second. */
const waits = wait(
  fc.oneof(
    { weight: 4, arbitrary: hours(1, 30) },
    { weight: 2, arbitrary: hours(24, 10 * 24) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 10 * DAY }) },
  ),
);

const choices = fc.record({ act: fc.constant('choose' as const), plan });
const sales = fc.record({ act: fc.constant('sell' as const), price: fc.constantFrom(900, 2600, 8000) });
const GOOD: Act = { act: 'card', kind: 'good' };
const BAD: Act = { act: 'card', kind: 'bad' };

const single: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: waits },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('enter' as const), plan }) },
  { weight: 4, arbitrary: choices },
  { weight: 2, arbitrary: fc.constantFrom(GOOD, BAD) },
  { weight: 4, arbitrary: sales },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('refund' as const), which: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constantFrom('cancel', 'reactivate', 'reactivate', 'pay') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('tell' as const),
      telling: fc.constantFrom<Telling>('once', 'twice', 'late', 'never'),
    }),
  },
);

/** Combinations that matter more than random ones: a payment that fails and the reaction to it. */
const together: fc.Arbitrary<Act[]> = fc.oneof(
  fc.tuple(fc.constant(BAD), fc.oneof(choices, choices, sales)),
  fc.tuple(fc.constant(GOOD), fc.record({ act: fc.constantFrom('pay', 'reactivate') })),
);

const acts = fc.oneof(
  { weight: 5, arbitrary: single.map((act) => [act]) },
  { weight: 1, arbitrary: together },
);

/** Many actions in a few days, then weeks without any. */
const season = fc
  .tuple(fc.array(acts, { minLength: 4, maxLength: 14 }), wait(hours(5 * 24, 50 * 24)))
  .map(([busy, quiet]) => [...busy.flat(), quiet]);
const seasons = fc.array(season, { minLength: 2, maxLength: 6 }).map((list) => list.flat());

const REST: Act[] = Array.from({ length: 14 }, () => ({ act: 'wait', seconds: 30 * DAY }));

/** `startedAt` in seconds: a history gives the same result whenever it runs. */
export type History = { begunAt: number; acts: Act[] };

const secondsOf = (date: string): number => new Date(date).getTime() / 1000;
/** Covers a leap year. */
const moments = fc.integer({ min: secondsOf('2026-12-01'), max: secondsOf('2030-12-01') });

/** Most sellers soon have a card; some let the trial end. */
const beginnings = fc.constantFrom<Act[]>([GOOD], [GOOD], [], [{ act: 'wait', seconds: 8 * DAY }]);

/** A seller starts a trial, acts, and then the remaining days pass. */
export const histories: fc.Arbitrary<History> = fc
  .tuple(moments, plan, beginnings, seasons)
  .map(([begunAt, first, beginning, rest]) => ({
    begunAt,
    acts: [{ act: 'enter', plan: first }, ...beginning, ...rest, ...REST],
  }));
