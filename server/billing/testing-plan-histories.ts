/** Random histories of a seller's plan. Seen by tests only. */
import fc from 'fast-check';

import { PLANS, type PlanId } from '#domain/plans.ts';

import type { CardKind } from './testing-plan-model.ts';

export type Act =
  | { act: 'wait'; hours: number }
  | { act: 'enter' | 'choose'; plan: PlanId }
  | { act: 'card'; kind: CardKind }
  | { act: 'sell'; price: number }
  | { act: 'refund'; which: number }
  | { act: 'cancel' | 'reactivate' | 'pay' }
  | { act: 'lose'; lossy: boolean };

const plan = fc.constantFrom(...PLANS.map(({ id }) => id));
const waits = fc.oneof(fc.integer({ min: 1, max: 72 }), fc.integer({ min: 24, max: 40 * 24 }));

const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant('wait' as const), hours: waits }) },
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
  { weight: 1, arbitrary: fc.record({ act: fc.constant('lose' as const), lossy: fc.boolean() }) },
);

const REST: Act[] = Array.from({ length: 14 }, () => ({ act: 'wait', hours: 30 * 24 }));
const GOOD: Act = { act: 'card', kind: 'good' };

/** A seller who enters, most often with a card soon, and what they do then; the rest of the days go by. */
export const histories: fc.Arbitrary<Act[]> = fc
  .tuple(plan, fc.constantFrom([GOOD], [GOOD], []), fc.array(acts, { minLength: 15, maxLength: 50 }))
  .map(([first, card, rest]) => [{ act: 'enter', plan: first }, ...card, ...rest, ...REST]);
