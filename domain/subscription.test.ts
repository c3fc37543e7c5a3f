import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  getAccessUntil,
  daysLeft,
  FOREVER,
  isPlanActive,
  toPlanStatus,
  type AccessInput,
  type ProviderStatus,
} from './subscription.ts';
import { propertyRuns } from './testing/property-runs.ts';
import { DAY_MS } from './time-units.ts';

const START = Date.UTC(2026, 10, 1);
const SOON = new Date('2026-11-08T00:00:00Z');
const LATER = new Date('2026-11-20T00:00:00Z');

const facts = (change: Partial<AccessInput>): AccessInput => ({
  status: 'active',
  hasCard: true,
  trialEndsAt: null,
  cancelAt: null,
  ...change,
});
const untilOf = (change: Partial<AccessInput>): Date => getAccessUntil(facts(change));

/** Few distinct instants, so that they often coincide. */
const instant = fc.nat(20).map((hours) => new Date(START + hours * 3_600_000));
const RUNNING = ['trialing', 'active', 'past_due'] as const;
const ENDED = ['unpaid', 'incomplete', 'incomplete_expired', 'canceled', 'paused'] as const;
const anyFacts = fc.record({
  status: fc.constantFrom<ProviderStatus>(...RUNNING, ...ENDED),
  hasCard: fc.boolean(),
  trialEndsAt: fc.option(instant),
  cancelAt: fc.option(instant),
});

test.for([
  ['trialing', 'trialing'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['incomplete', 'past_due'],
  ['incomplete_expired', 'canceled'],
  ['canceled', 'canceled'],
  ['paused', 'canceled'],
] as const)('maps Stripe’s %s to %s', ([stripeStatus, planStatus]) => {
  expect(toPlanStatus(stripeStatus)).toBe(planStatus);
});

test.for(RUNNING)('never ends a %s plan with a card by itself', (status) => {
  expect(untilOf({ status, trialEndsAt: SOON })).toEqual(FOREVER);
});

test('ends a trial without a card by itself and continues one with a card', () => {
  expect(untilOf({ status: 'trialing', hasCard: false, trialEndsAt: SOON })).toEqual(SOON);
  expect(untilOf({ status: 'trialing', hasCard: true, trialEndsAt: SOON })).toEqual(FOREVER);
});

test('does not end a plan by a past trial, even after the card was removed', () => {
  expect(untilOf({ status: 'active', hasCard: false, trialEndsAt: SOON })).toEqual(FOREVER);
  expect(untilOf({ status: 'past_due', hasCard: false, trialEndsAt: SOON })).toEqual(FOREVER);
});

test.for(RUNNING)('keeps a canceled %s plan on sale until its end date and no longer', (status) => {
  expect(untilOf({ status, cancelAt: LATER })).toEqual(LATER);
});

test('applies the earlier of two end dates', () => {
  const trial = { status: 'trialing', hasCard: false } as const;
  expect(untilOf({ ...trial, trialEndsAt: SOON, cancelAt: LATER })).toEqual(SOON);
  expect(untilOf({ ...trial, trialEndsAt: LATER, cancelAt: SOON })).toEqual(SOON);
});

test.for(ENDED)('gives no access to a %s plan regardless of its dates', (status) => {
  const accessUntil = untilOf({ status, trialEndsAt: LATER, cancelAt: LATER });
  expect(isPlanActive({ accessUntil }, new Date(0))).toBe(false);
  expect(isPlanActive({ accessUntil }, SOON)).toBe(false);
});

test('gives access exactly while a running plan has not reached any end', () => {
  fc.assert(
    fc.property(anyFacts, instant, (ends, now) => {
      const { status, hasCard, trialEndsAt, cancelAt } = ends;
      const runs = RUNNING.some((one) => one === status);
      const isCancelled = cancelAt !== null && now >= cancelAt;
      const hasRunOut = status === 'trialing' && !hasCard && trialEndsAt !== null && now >= trialEndsAt;
      const isOpen = isPlanActive({ accessUntil: getAccessUntil(ends) }, now);
      expect(isOpen).toBe(runs && !isCancelled && !hasRunOut);
    }),
    { numRuns: propertyRuns(2000) },
  );
});

test('ends access at its last instant, and gives none without a plan', () => {
  expect(isPlanActive({ accessUntil: SOON }, new Date(SOON.getTime() - 1))).toBe(true);
  expect(isPlanActive({ accessUntil: SOON }, SOON)).toBe(false);
  expect(isPlanActive(null, SOON)).toBe(false);
});

test.for([
  [7 * DAY_MS, 7],
  [7 * DAY_MS - 1, 7],
  [6 * DAY_MS + 1, 7],
  [6 * DAY_MS, 6],
  [1, 1],
  [0, 0],
  [-1, 0],
  [-30 * DAY_MS, 0],
] as const)('a trial that ends in %i ms has %i days left', ([ms, days]) => {
  const daysRemaining = daysLeft(new Date(SOON.getTime() + ms), SOON);
  expect(daysRemaining).toBe(days);
});

test('rounds the remaining days up to the smallest number that covers the rest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 * DAY_MS }), (ms) => {
      const days = daysLeft(new Date(SOON.getTime() + ms), SOON);
      expect(days * DAY_MS).toBeGreaterThanOrEqual(ms);
      expect((days - 1) * DAY_MS).toBeLessThan(ms);
    }),
  );
});
