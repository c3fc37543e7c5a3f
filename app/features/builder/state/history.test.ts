import { expect, test } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';

import { builderReducer, createState, setKey, type BuilderAction, type BuilderState } from './builder-reducer.ts';
import { MAX_STORED_STEPS, toStoredHistory, restoreHistory, describeStep } from './history.ts';

const applyActions = (actions: BuilderAction[], initialState: BuilderState = createState(createEmptyConfig())) =>
  actions.reduce(builderReducer, initialState);
const setPrice = (price: string, at: number): BuilderAction => setKey('price', price, at);
/** Applies three steps: a price, a feature, a layout. */
const applyThreeSteps = () =>
  applyActions([setPrice('29', 0), setKey('features', ['Eleven lessons'], 5000), setKey('layout', 'modern', 9000)]);
/** Simulates IndexedDB: returns an equal value with a different identity. */
const roundTrip = <Value>(value: Value): Value => structuredClone(value);

test('restores a stored history completely', () => {
  const state = applyThreeSteps();
  const stored = roundTrip(toStoredHistory(state, 4, 0));
  const restored = restoreHistory(stored, roundTrip(state.present), 4);
  expect(restored?.past).toEqual(state.past);
  expect(restored?.future).toEqual([]);
});

test('restores undone steps as redo steps', () => {
  const state = applyActions([{ type: 'undo' }, { type: 'undo' }], applyThreeSteps());
  const restored = restoreHistory(roundTrip(toStoredHistory(state, 4, 0)), roundTrip(state.present), 4);
  expect(restored?.future).toEqual(state.future);
  expect(restored?.past).toEqual(state.past);
});

test('restores unsaved changes as one redo step', () => {
  const saved = applyThreeSteps();
  const unsaved = applyActions([setKey('description', 'Late', 60_000)], saved);
  const restored = restoreHistory(roundTrip(toStoredHistory(unsaved, 4, 0)), roundTrip(saved.present), 4);
  expect(restored?.past).toHaveLength(3);
  expect(restored?.future).toEqual([unsaved.present]);
});

test('finds a published page by its normalized texts', () => {
  const state = applyActions([setKey('productName', 'Pots ', 0)]);
  const published = { ...roundTrip(state.present), productName: 'Pots' };
  expect(restoreHistory(toStoredHistory(state, 1, 0), published, 2)?.past).toHaveLength(1);
});

test('returns no history for a page that changed elsewhere', () => {
  const state = applyThreeSteps();
  const changedElsewhere = { ...state.present, productName: 'Somebody else’s' };
  expect(restoreHistory(toStoredHistory(state, 4, 0), changedElsewhere, 5)).toBeNull();
});

test("ignores a history that is newer than the server's draft", () => {
  const state = applyThreeSteps();
  expect(restoreHistory(toStoredHistory(state, 9, 0), state.present, 4)).toBeNull();
});

test('stores at least a hundred steps, each with its changed keys only', () => {
  const actions = Array.from({ length: 180 }, (_, index) => setPrice(String(index), index * 5000));
  const stored = toStoredHistory(applyActions(actions), 1, 0);
  expect(stored.back).toHaveLength(MAX_STORED_STEPS);
  expect(MAX_STORED_STEPS).toBeGreaterThanOrEqual(100);
  expect(stored.back[0]).toEqual({ price: '178' });
});

test('keeps steps taken before the stored history was loaded', () => {
  const oldState = applyThreeSteps();
  const newState = applyActions([setKey('buttonText', 'Get it', 0)], createState(oldState.present));
  const combined = builderReducer(newState, { type: 'resume', past: oldState.past, future: [] });
  expect(combined.past).toHaveLength(4);
  expect(applyActions([{ type: 'undo' }], combined).present).toBe(oldState.present);
});

test('describes a step by the fields that it changed', () => {
  const start = createEmptyConfig();
  expect(describeStep(start, { ...start, price: '29' })).toBe('Price');
  expect(describeStep(start, { ...start, price: '29', currency: 'EUR' })).toBe('Price and Currency');
  expect(describeStep(start, { ...start, price: '29', currency: 'EUR', layout: 'modern' })).toBe('Several fields');
  expect(describeStep(start, { ...start, features: ['One'] })).toBe('Features');
});
