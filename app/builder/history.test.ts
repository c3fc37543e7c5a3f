import { expect, test } from 'vitest';

import { emptyConfig } from '#domain/checkout-page.ts';

import { builderReducer, openState, type BuilderAction, type BuilderState } from './builder-state.ts';
import { KEPT_STEPS, keptHistoryOf, resumedFrom, stepName } from './history.ts';

const play = (actions: BuilderAction[], from: BuilderState = openState(emptyConfig())) =>
  actions.reduce(builderReducer, from);
const priced = (price: string, at: number): BuilderAction => ({
  type: 'set',
  key: 'price',
  value: price,
  at,
});
/** Applies three steps: a price, a feature, a layout. */
const worked = () =>
  play([
    priced('29', 0),
    { type: 'addFeature', feature: 'Eleven lessons' },
    { type: 'set', key: 'layout', value: 'modern', at: 9000 },
  ]);
/** Simulates IndexedDB: returns an equal value with a different identity. */
const reloaded = <Value>(value: Value): Value => structuredClone(value);

test('restores a stored history completely', () => {
  const state = worked();
  const kept = reloaded(keptHistoryOf(state, 4, 0));
  const steps = resumedFrom(kept, reloaded(state.present), 4);
  expect(steps?.past).toEqual(state.past);
  expect(steps?.future).toEqual([]);
});

test('restores undone steps as redo steps', () => {
  const state = play([{ type: 'undo' }, { type: 'undo' }], worked());
  const steps = resumedFrom(reloaded(keptHistoryOf(state, 4, 0)), reloaded(state.present), 4);
  expect(steps?.future).toEqual(state.future);
  expect(steps?.past).toEqual(state.past);
});

test('restores unsaved changes as one redo step', () => {
  const saved = worked();
  const unsaved = play([{ type: 'set', key: 'description', value: 'Late', at: 60_000 }], saved);
  const steps = resumedFrom(reloaded(keptHistoryOf(unsaved, 4, 0)), reloaded(saved.present), 4);
  expect(steps?.past).toHaveLength(3);
  expect(steps?.future).toEqual([unsaved.present]);
});

test('finds a published page by its normalized texts', () => {
  const state = play([{ type: 'set', key: 'productName', value: 'Pots ', at: 0 }]);
  const published = { ...reloaded(state.present), productName: 'Pots' };
  expect(resumedFrom(keptHistoryOf(state, 1, 0), published, 2)?.past).toHaveLength(1);
});

test('returns no history for a page that changed elsewhere', () => {
  const state = worked();
  const other = { ...state.present, productName: 'Somebody else’s' };
  expect(resumedFrom(keptHistoryOf(state, 4, 0), other, 5)).toBeNull();
});

test("ignores a history that is newer than the server's draft", () => {
  const state = worked();
  expect(resumedFrom(keptHistoryOf(state, 9, 0), state.present, 4)).toBeNull();
});

test('stores at least a hundred steps, each with its changed keys only', () => {
  const steps = Array.from({ length: 180 }, (_, index) => priced(String(index), index * 5000));
  const kept = keptHistoryOf(play(steps), 1, 0);
  expect(kept.back).toHaveLength(KEPT_STEPS);
  expect(KEPT_STEPS).toBeGreaterThanOrEqual(100);
  expect(kept.back[0]).toEqual({ price: '178' });
});

test('keeps steps taken before the stored history was loaded', () => {
  const old = worked();
  const fresh = play([{ type: 'set', key: 'buttonText', value: 'Get it', at: 0 }], openState(old.present));
  const both = builderReducer(fresh, { type: 'resume', past: old.past, future: [] });
  expect(both.past).toHaveLength(4);
  expect(play([{ type: 'undo' }], both).present).toBe(old.present);
});

test('describes a step by the fields that it changed', () => {
  const start = emptyConfig();
  expect(stepName(start, { ...start, price: '29' })).toBe('Price');
  expect(stepName(start, { ...start, price: '29', currency: 'EUR' })).toBe('Price and Currency');
  expect(stepName(start, { ...start, price: '29', currency: 'EUR', layout: 'modern' })).toBe(
    'Several fields',
  );
  expect(stepName(start, { ...start, features: ['One'] })).toBe('Features');
});
