/** Arbitrary histories of a seller's plan. For tests only. */
import fc from 'fast-check';

import { PLANS, type PlanId } from '#domain/plans.ts';

import type { CardKind } from './plan-model.ts';
import type { DeliveryMode } from './plan-simulation.ts';

export type PlanAction =
  | { type: 'wait'; seconds: number }
  | { type: 'enter' | 'choose'; plan: PlanId }
  | { type: 'card'; kind: CardKind }
  | { type: 'sell'; price: number }
  | { type: 'refund'; which: number }
  | { type: 'cancel' | 'reactivate' | 'pay' }
  | { type: 'tell'; deliveryMode: DeliveryMode };

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const plan = fc.constantFrom(...PLANS.map(({ id }) => id));
const wait = (seconds: fc.Arbitrary<number>): fc.Arbitrary<PlanAction> =>
  fc.record({ type: fc.constant('wait' as const), seconds });
const hours = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * HOUR_S);

/** Mostly shorter than the payment window, in whole hours, so that waits end exactly at its last second. */
const waits = wait(
  fc.oneof(
    { weight: 4, arbitrary: hours(1, 30) },
    { weight: 2, arbitrary: hours(24, 10 * 24) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 10 * DAY_S }) },
  ),
);

const choices = fc.record({ type: fc.constant('choose' as const), plan });
const sales = fc.record({ type: fc.constant('sell' as const), price: fc.constantFrom(900, 2600, 8000) });
const GOOD_CARD: PlanAction = { type: 'card', kind: 'good' };
const BAD_CARD: PlanAction = { type: 'card', kind: 'bad' };

const single: fc.Arbitrary<PlanAction> = fc.oneof(
  { weight: 6, arbitrary: waits },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('enter' as const), plan }) },
  { weight: 4, arbitrary: choices },
  { weight: 2, arbitrary: fc.constantFrom(GOOD_CARD, BAD_CARD) },
  { weight: 4, arbitrary: sales },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('refund' as const), which: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom('cancel', 'reactivate', 'reactivate', 'pay') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('tell' as const),
      deliveryMode: fc.constantFrom<DeliveryMode>('once', 'twice', 'late', 'never'),
    }),
  },
);

/** Combinations that matter more than random ones: a payment that fails and the reaction to it. */
const combination: fc.Arbitrary<PlanAction[]> = fc.oneof(
  fc.tuple(fc.constant(BAD_CARD), fc.oneof(choices, choices, sales)),
  fc.tuple(fc.constant(GOOD_CARD), fc.record({ type: fc.constantFrom('pay', 'reactivate') })),
);

const actions = fc.oneof(
  { weight: 5, arbitrary: single.map((action) => [action]) },
  { weight: 1, arbitrary: combination },
);

/** Many actions in a few days, then weeks without any. */
const period = fc
  .tuple(fc.array(actions, { minLength: 4, maxLength: 14 }), wait(hours(5 * 24, 50 * 24)))
  .map(([busyDays, quietDays]) => [...busyDays.flat(), quietDays]);
const periods = fc.array(period, { minLength: 2, maxLength: 6 }).map((list) => list.flat());

const FINAL_WAITS: PlanAction[] = Array.from({ length: 14 }, () => ({ type: 'wait', seconds: 30 * DAY_S }));

/** `startedAt` in seconds: a history gives the same result whenever it runs. */
export type History = { startedAt: number; actions: PlanAction[] };

const secondsOf = (date: string): number => new Date(date).getTime() / 1000;
/** Covers a leap year. */
const startTimes = fc.integer({ min: secondsOf('2026-12-01'), max: secondsOf('2030-12-01') });

/** Most sellers soon have a card; some let the trial end. */
const openings = fc.constantFrom<PlanAction[]>([GOOD_CARD], [GOOD_CARD], [], [{ type: 'wait', seconds: 8 * DAY_S }]);

/** A seller starts a trial, acts, and then the remaining days pass. */
export const histories: fc.Arbitrary<History> = fc
  .tuple(startTimes, plan, openings, periods)
  .map(([startedAt, first, opening, rest]) => ({
    startedAt,
    actions: [{ type: 'enter', plan: first }, ...opening, ...rest, ...FINAL_WAITS],
  }));
