import { applyTemplate } from '#content/apply-template.ts';
import type { PageTemplate } from '#content/templates.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { isSameConfig, isTextKey } from './config-keys.ts';
import { reduceEntries, type EntryAction } from './list-reducer.ts';

export type ConfigKey = keyof CheckoutPageConfig;

/** State of the open page with its undo history. `undoGroup` is the field being typed in: its keystrokes are one step. */
export type BuilderState = {
  past: readonly CheckoutPageConfig[];
  present: CheckoutPageConfig;
  future: readonly CheckoutPageConfig[];
  undoGroup: { key: string; at: number } | null;
};

type HistoryStacks = Pick<BuilderState, 'past' | 'future'>;

type SetAction = {
  [Key in ConfigKey]: { type: 'set'; key: Key; value: CheckoutPageConfig[Key]; at: number };
}[ConfigKey];

/** `pictureUrl` is the uploaded image of this template, `formerPictureUrl` that of the template that may be applied now. */
type TemplateAction = {
  type: 'template';
  template: PageTemplate;
  pictureUrl: string;
  formerPictureUrl: string | null;
};

/** Changes several keys at once. `undoGroup` names the text being typed in; null makes the change a step of its own. */
type PatchAction = {
  type: 'patch';
  patch: Partial<CheckoutPageConfig>;
  undoGroup: string | null;
  at: number;
};

/** `at` is a time in milliseconds on any monotonic clock. */
export type BuilderAction =
  | SetAction
  | PatchAction
  | EntryAction
  | TemplateAction
  | { type: 'replace'; config: CheckoutPageConfig }
  /** Restores the undo history of an earlier session around the open config. */
  | { type: 'resume'; past: readonly CheckoutPageConfig[]; future: readonly CheckoutPageConfig[] }
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

/** Applies a template. It replaces the product image only if there is none or if it came from another template. */
function replaceWithTemplate(config: CheckoutPageConfig, { template, pictureUrl, formerPictureUrl }: TemplateAction) {
  const { productImage } = config;
  const isReplaceable = productImage === null || productImage === formerPictureUrl;
  const next = applyTemplate(config, template, isReplaceable ? pictureUrl : productImage);
  return isSameConfig(next, config) ? config : next;
}

function applyPatch(config: CheckoutPageConfig, patch: Partial<CheckoutPageConfig>): CheckoutPageConfig {
  const next = { ...config, ...patch };
  return isSameConfig(next, config) ? config : next;
}

/** Returns the config after an action; the same object if nothing changes. */
function applyAction(config: CheckoutPageConfig, action: BuilderAction): CheckoutPageConfig {
  switch (action.type) {
    case 'set':
      return config[action.key] === action.value ? config : { ...config, [action.key]: action.value };
    case 'patch':
      return applyPatch(config, action.patch);
    case 'replace':
      return action.config;
    case 'template':
      return replaceWithTemplate(config, action);
    case 'undo':
    case 'redo':
    case 'resume':
      return config;
    default:
      return reduceEntries(config, action);
  }
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

/** Returns the undo group of a keystroke, or null if the action is not one. */
function getUndoGroup(action: BuilderAction): BuilderState['undoGroup'] {
  if (action.type === 'editFeature') return { key: `features.${action.index}`, at: action.at };
  if (action.type === 'patch') return action.undoGroup === null ? null : { key: action.undoGroup, at: action.at };
  return action.type === 'set' && isTextKey(action.key) ? { key: action.key, at: action.at } : null;
}

/** Returns whether a keystroke continues the previous undo step. */
const continuesUndoGroup = (previousGroup: BuilderState['undoGroup'], nextGroup: BuilderState['undoGroup']): boolean =>
  previousGroup !== null &&
  nextGroup !== null &&
  previousGroup.key === nextGroup.key &&
  nextGroup.at - previousGroup.at < UNDO_GROUP_PAUSE_MS;

export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  if (action.type === 'undo') return undoStep(state);
  if (action.type === 'redo') return redoStep(state);
  if (action.type === 'resume') return prependHistory(state, action);
  const present = applyAction(state.present, action);
  if (present === state.present) return state;
  const undoGroup = getUndoGroup(action);
  return {
    past: continuesUndoGroup(state.undoGroup, undoGroup)
      ? state.past
      : [...state.past, state.present].slice(-MAX_STEPS),
    present,
    future: [],
    undoGroup,
  };
}
