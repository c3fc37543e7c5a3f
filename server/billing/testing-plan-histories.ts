/** Random histories of a seller's plan. Seen by tests only. */
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

const plan = fc.constantFrom(...PLANS.map(({ id }) => id));
const HOUR = 3600;
const DAY = 24 * HOUR;
const hours = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * HOUR);
/** Whole hours come to the very second at which something is due. */
const waits = fc.oneof(
  { weight: 3, arbitrary: hours(1, 72) },
  { weight: 3, arbitrary: hours(24, 40 * 24) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 10 * DAY }) },
);

const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant('wait' as const), seconds: waits }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('enter' as const), plan }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('choose' as const), plan }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('card' as const),
      kind: fc.constantFrom<CardKind>('good', 'good', 'bad'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('sell' as const), price: fc.constantFrom(900, 2600, 8000) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('refund' as const), which: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constantFrom('cancel', 'reactivate', 'reactivate', 'pay', 'pay') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('tell' as const),
      telling: fc.constantFrom<Telling>('once', 'twice', 'late', 'never'),
    }),
  },
);

const REST: Act[] = Array.from({ length: 14 }, () => ({ act: 'wait', seconds: 30 * DAY }));
const GOOD: Act = { act: 'card', kind: 'good' };

/** `begunAt` in seconds: one history is the same whenever it is played. */
export type History = { begunAt: number; acts: Act[] };

const secondsOf = (date: string): number => new Date(date).getTime() / 1000;
/** With a leap year. */
const moments = fc.integer({ min: secondsOf('2026-12-01'), max: secondsOf('2030-12-01') });

/** A seller who enters, most often with a card soon, and what they do then; the rest of the days go by. */
export const histories: fc.Arbitrary<History> = fc
  .tuple(moments, plan, fc.constantFrom([GOOD], [GOOD], []), fc.array(acts, { minLength: 15, maxLength: 50 }))
  .map(([begunAt, first, card, rest]) => ({
    begunAt,
    acts: [{ act: 'enter', plan: first }, ...card, ...rest, ...REST],
  }));
