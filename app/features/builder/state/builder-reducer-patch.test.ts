import { expect, test } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';

import { builderReducer, createState, type BuilderAction, type BuilderState } from './builder-reducer.ts';

const applyActions = (actions: BuilderAction[], initialState: BuilderState = createState(createEmptyConfig())) =>
  actions.reduce(builderReducer, initialState);
const patch = (text: string, at: number, undoGroup: string | null = 'countdown.text'): BuilderAction => ({
  type: 'patch',
  patch: { countdown: { ...createEmptyConfig().countdown, text } },
  undoGroup,
  at,
});

test('groups typing in one nested key into one undo step and starts a new step for another key', () => {
  const edited = applyActions([patch('E', 0), patch('En', 100), patch('End', 200)]);
  expect(edited.past).toHaveLength(1);
  const editedTwice = applyActions([patch('End!', 300, 'countdown.textAfter')], edited);
  expect(editedTwice.past).toHaveLength(2);
  expect(applyActions([{ type: 'undo' }], editedTwice).present.countdown.text).toBe('End');
});

test('makes each choice an undo step of its own, however quickly they follow each other', () => {
  expect(applyActions([patch('A', 0, null), patch('B', 10, null)]).past).toHaveLength(2);
});

test('adds no undo step if the value does not change', () => {
  const edited = applyActions([patch('End', 0)]);
  expect(applyActions([patch('End', 9000)], edited)).toBe(edited);
});

test('undoes several fields that changed together in one step', () => {
  const changed = applyActions([
    { type: 'patch', patch: { timeZone: 'Europe/Berlin', price: '29' }, undoGroup: null, at: 0 },
  ]);
  expect(changed.present).toMatchObject({ timeZone: 'Europe/Berlin', price: '29' });
  expect(applyActions([{ type: 'undo' }], changed).present).toEqual(createEmptyConfig());
});
