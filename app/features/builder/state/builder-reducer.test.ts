import { expect, test } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';

import { builderReducer, createState, setKey, type BuilderAction, type BuilderState } from './builder-reducer.ts';

const applyActions = (actions: BuilderAction[], initialState: BuilderState = createState(createEmptyConfig())) =>
  actions.reduce(builderReducer, initialState);
const typeProductName = (text: string, at = 0): BuilderAction[] =>
  Array.from(text, (_, index) => setKey('productName', text.slice(0, index + 1), at + index * 100));

test('groups typing in one field into one undo step', () => {
  const afterTyping = applyActions(typeProductName('Course'));
  expect(afterTyping.present.productName).toBe('Course');
  expect(afterTyping.past).toHaveLength(1);
  expect(applyActions([{ type: 'undo' }], afterTyping).present).toEqual(createEmptyConfig());
});

test('starts a new undo step after a pause in typing', () => {
  const afterTyping = applyActions([...typeProductName('Cou'), setKey('productName', 'Course', 9000)]);
  expect(applyActions([{ type: 'undo' }], afterTyping).present.productName).toBe('Cou');
});

test('starts a new undo step when another field is typed in', () => {
  const afterTyping = applyActions([...typeProductName('Course'), setKey('price', '29', 650)]);
  expect(afterTyping.past).toHaveLength(2);
  expect(applyActions([{ type: 'undo' }], afterTyping).present).toMatchObject({
    productName: 'Course',
    price: '',
  });
});

test('makes two quick toggles two undo steps', () => {
  const state = applyActions([setKey('requireTerms', true, 0), setKey('requireTerms', false, 10)]);
  expect(state.past).toHaveLength(2);
});

test('does not merge typing after an undo with the step before it', () => {
  const state = applyActions([...typeProductName('Course'), { type: 'undo' }, setKey('productName', 'P', 600)]);
  expect(applyActions([{ type: 'undo' }], state).present.productName).toBe('');
});

test('redoes an undone step, and a new change clears the redo stack', () => {
  const undone = applyActions([...typeProductName('Course'), { type: 'undo' }]);
  expect(applyActions([{ type: 'redo' }], undone).present.productName).toBe('Course');
  expect(applyActions([setKey('price', '1', 0), { type: 'redo' }], undone).present).toMatchObject({
    productName: '',
    price: '1',
  });
});

test('adds no undo step if the value does not change', () => {
  const state = createState(createEmptyConfig());
  expect(builderReducer(state, setKey('layout', 'classic', 0))).toBe(state);
  expect(builderReducer(state, { type: 'undo' })).toBe(state);
  expect(builderReducer(state, { type: 'redo' })).toBe(state);
});

test('limits the undo history', () => {
  const state = applyActions(
    Array.from({ length: 500 }, (_, index) => setKey('layout', index % 2 ? 'classic' : 'modern', index)),
  );
  expect(state.past.length).toBe(200);
});

const setFeatures = (features: string[], undoGroup: string | null = null, at = 0): BuilderAction => ({
  type: 'patch',
  patch: { features },
  undoGroup,
  at,
});

test('moves a feature and undoes the move in one step', () => {
  const state = applyActions([setFeatures(['One', 'Two', 'Three']), setFeatures(['Three', 'One', 'Two'])]);
  expect(applyActions([{ type: 'undo' }], state).present.features).toEqual(['One', 'Two', 'Three']);
  expect(applyActions([{ type: 'undo' }, { type: 'redo' }], state).present.features).toEqual(['Three', 'One', 'Two']);
});

test('adds no undo step if a list does not change', () => {
  const state = applyActions([setFeatures(['One', 'Two', 'Three'])]);
  expect(builderReducer(state, setFeatures(['One', 'Two', 'Three']))).toBe(state);
});

test('groups typing in one feature and starts a new step for another feature', () => {
  const state = applyActions([
    setFeatures(['One', 'Two', 'Three']),
    setFeatures(['One!', 'Two', 'Three'], 'features.0', 0),
    setFeatures(['One!!', 'Two', 'Three'], 'features.0', 100),
    setFeatures(['One!!', 'Two?', 'Three'], 'features.1', 200),
  ]);
  expect(applyActions([{ type: 'undo' }], state).present.features).toEqual(['One!!', 'Two', 'Three']);
  expect(applyActions([{ type: 'undo' }, { type: 'undo' }], state).present.features).toEqual(['One', 'Two', 'Three']);
});
