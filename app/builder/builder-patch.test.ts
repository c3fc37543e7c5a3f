import { expect, test } from 'vitest';

import { emptyConfig } from '#domain/checkout-page.ts';

import { builderReducer, openState, type BuilderAction, type BuilderState } from './builder-state.ts';

const play = (actions: BuilderAction[], from: BuilderState = openState(emptyConfig())) =>
  actions.reduce(builderReducer, from);
const patch = (text: string, at: number, run: string | null = 'countdown.text'): BuilderAction => ({
  type: 'patch',
  patch: { countdown: { ...emptyConfig().countdown, text } },
  run,
  at,
});

test('groups typing in one nested key into one undo step and starts a new step for another key', () => {
  const typed = play([patch('E', 0), patch('En', 100), patch('End', 200)]);
  expect(typed.past).toHaveLength(1);
  const other = play([patch('End!', 300, 'countdown.textAfter')], typed);
  expect(other.past).toHaveLength(2);
  expect(play([{ type: 'undo' }], other).present.countdown.text).toBe('End');
});

test('makes each choice an undo step of its own, however quickly they follow each other', () => {
  expect(play([patch('A', 0, null), patch('B', 10, null)]).past).toHaveLength(2);
});

test('adds no undo step if the value does not change', () => {
  const typed = play([patch('End', 0)]);
  expect(play([patch('End', 9000)], typed)).toBe(typed);
});

test('undoes several fields that changed together in one step', () => {
  const together = play([
    { type: 'patch', patch: { timeZone: 'Europe/Berlin', price: '29' }, run: null, at: 0 },
  ]);
  expect(together.present).toMatchObject({ timeZone: 'Europe/Berlin', price: '29' });
  expect(play([{ type: 'undo' }], together).present).toEqual(emptyConfig());
});

test('sets the time zone of a coupon with dates in the same step', () => {
  const coupon = {
    code: 'TEN',
    discount: 10,
    type: 'percentage' as const,
    endsAt: '2026-11-30T17:00:00.000Z',
  };
  const added = play([{ type: 'addCoupon', coupon, timeZone: 'Europe/Berlin' }]);
  expect(added.present).toMatchObject({ timeZone: 'Europe/Berlin', validCoupons: [coupon] });
  expect(added.past).toHaveLength(1);
  const edited = play([{ type: 'editCoupon', place: 0, coupon: { ...coupon, discount: 20 } }], added);
  expect(edited.present.timeZone).toBe('Europe/Berlin');
});
