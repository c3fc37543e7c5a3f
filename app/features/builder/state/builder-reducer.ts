import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { isSameConfig, isTextKey } from './config-keys.ts';

export type ConfigKey = keyof CheckoutPageConfig;

/** State of the open page with its undo history. `undoGroup` is the text being typed in: its keystrokes are one step. */
export type BuilderState = {
  past: readonly CheckoutPageConfig[];
  present: CheckoutPageConfig;
  future: readonly CheckoutPageConfig[];
  undoGroup: { key: string; at: number } | null;
};

type HistoryStacks = Pick<BuilderState, 'past' | 'future'>;

/** Changed keys, or a function that computes them from the current config, for changes that are made later. */
export type ConfigPatch = Partial<CheckoutPageConfig> | ((config: CheckoutPageConfig) => Partial<CheckoutPageConfig>);

/**
 * Changes keys of the config. `undoGroup` names the text being typed in; null makes the change a step of its own. `at` is
 * a time in milliseconds on any monotonic clock.
 */
type PatchAction = {
  type: 'patch';
  patch: ConfigPatch;
  undoGroup: string | null;
  at: number;
};

export type BuilderAction =
  | PatchAction
  /** Restores the undo history of an earlier session around the open config. */
  | ({ type: 'resume' } & HistoryStacks)
  | { type: 'undo' }
  | { type: 'redo' };

const MAX_STEPS = 200;
const UNDO_GROUP_PAUSE_MS = 1500;

export const createState = (config: CheckoutPageConfig): BuilderState => ({
  past: [],
  present: config,
  future: [],
  undoGroup: null,
});

/** Changes one key; the keystrokes in a text are one undo step. */
export const setKey = <Key extends ConfigKey>(key: Key, value: CheckoutPageConfig[Key], at: number): PatchAction => ({
  type: 'patch',
  patch: { [key]: value },
  undoGroup: isTextKey(key) ? key : null,
  at,
});

/** Returns the same state if nothing changes. */
function applyPatch(state: BuilderState, { patch, undoGroup, at }: PatchAction): BuilderState {
  const present = { ...state.present, ...(typeof patch === 'function' ? patch(state.present) : patch) };
  if (isSameConfig(present, state.present)) return state;
  const previousGroup = state.undoGroup;
  const continuesStep = previousGroup?.key === undoGroup && at - previousGroup.at < UNDO_GROUP_PAUSE_MS;
  return {
    past: continuesStep ? state.past : [...state.past, state.present].slice(-MAX_STEPS),
    present,
    future: [],
    undoGroup: undoGroup === null ? null : { key: undoGroup, at },
  };
}

function undoStep(state: BuilderState): BuilderState {
  const previous = state.past.at(-1);
  if (!previous) return state;
  return {
    past: state.past.slice(0, -1),
    present: previous,
    future: [state.present, ...state.future],
    undoGroup: null,
  };
}

function redoStep(state: BuilderState): BuilderState {
  const [next, ...future] = state.future;
  if (!next) return state;
  return { past: [...state.past, state.present], present: next, future, undoGroup: null };
}

/** Adds the restored history before the steps taken since the page was opened. */
function prependHistory(state: BuilderState, { past, future }: HistoryStacks): BuilderState {
  const isUntouched = state.past.length === 0 && state.future.length === 0;
  return {
    ...state,
    past: [...past, ...state.past].slice(-MAX_STEPS),
    future: isUntouched ? future : state.future,
  };
}

export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  switch (action.type) {
    case 'patch':
      return applyPatch(state, action);
    case 'resume':
      return prependHistory(state, action);
    case 'undo':
      return undoStep(state);
    case 'redo':
      return redoStep(state);
  }
}
