import { expect, test } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';

import { builderReducer, createState, setKey, type BuilderAction } from './builder-reducer.ts';

const setPrice = (value: string, at: number): BuilderAction => setKey('price', value, at);

test('redoes all undone steps in order', () => {
  const undo = { type: 'undo' } as const;
  const redo = { type: 'redo' } as const;
  const actions: BuilderAction[] = [setPrice('10', 0), setPrice('20', 10_000), setPrice('30', 20_000)];
  const undone = [...actions, undo, undo, undo].reduce(builderReducer, createState(createEmptyConfig()));
  expect(undone.present.price).toBe('');
  let state = undone;
  const prices = actions.map(() => {
    state = builderReducer(state, redo);
    return state.present.price;
  });
  expect(prices).toEqual(['10', '20', '30']);
  expect(builderReducer(state, redo)).toBe(state);
});
