import { withTemplate } from '#content/template-switch.ts';
import type { PageTemplate } from '#content/templates.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { changedEntries, type EntryAction } from './entry-changes.ts';
import { isSameConfig } from './same-config.ts';

export type ConfigKey = keyof CheckoutPageConfig;

/** State of the open page with its undo history. `undoGroup` is the field being typed in: its keystrokes are one step. */
export type BuilderState = {
  past: readonly CheckoutPageConfig[];
  present: CheckoutPageConfig;
  future: readonly CheckoutPageConfig[];
  run: { key: string; at: number } | null;
};

type Steps = Pick<BuilderState, 'past' | 'future'>;

type SetAction = {
  [Key in ConfigKey]: { type: 'set'; key: Key; value: CheckoutPageConfig[Key]; at: number };
}[ConfigKey];

/** `pictureUrl` is the uploaded image of this template, `formerPictureUrl` that of the template that may be applied now. */
type TemplateAction = { type: 'template'; template: PageTemplate; picture: string; former: string | null };

/** Changes several keys at once. `undoGroup` names the text being typed in; null makes the change a step of its own. */
type PatchAction = { type: 'patch'; patch: Partial<CheckoutPageConfig>; run: string | null; at: number };

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
const RUN_PAUSE_MS = 1500;

/** Text fields, whose consecutive keystrokes are grouped into one undo step. */
const TYPED: readonly ConfigKey[] = [
  'productName',
  'description',
  'price',
  'buttonText',
  'successMessage',
  'accentColor',
  'customSlug',
  'termsUrl',
  'privacyUrl',
];

export const openState = (config: CheckoutPageConfig): BuilderState => ({
  past: [],
  present: config,
  future: [],
  run: null,
});

/** Applies a template. It replaces the product image only if there is none or if it came from another template. */
function templated(config: CheckoutPageConfig, { template, picture, former }: TemplateAction) {
  const { productImage } = config;
  const free = productImage === null || productImage === former;
  const next = withTemplate(config, template, free ? picture : productImage);
  return isSameConfig(next, config) ? config : next;
}

function patched(config: CheckoutPageConfig, patch: Partial<CheckoutPageConfig>): CheckoutPageConfig {
  const next = { ...config, ...patch };
  return isSameConfig(next, config) ? config : next;
}

/** Returns the config after an action; the same object if nothing changes. */
function changed(config: CheckoutPageConfig, action: BuilderAction): CheckoutPageConfig {
  switch (action.type) {
    case 'set':
      return config[action.key] === action.value ? config : { ...config, [action.key]: action.value };
    case 'patch':
      return patched(config, action.patch);
    case 'replace':
      return action.config;
    case 'template':
      return templated(config, action);
    case 'undo':
    case 'redo':
    case 'resume':
      return config;
    default:
      return changedEntries(config, action);
  }
}

function undone(state: BuilderState): BuilderState {
  const previous = state.past.at(-1);
  if (!previous) return state;
  return {
    past: state.past.slice(0, -1),
    present: previous,
    future: [state.present, ...state.future],
    run: null,
  };
}

function redone(state: BuilderState): BuilderState {
  const [next, ...future] = state.future;
  if (!next) return state;
  return { past: [...state.past, state.present], present: next, future, run: null };
}

/** Adds the restored history before the steps taken since the page was opened. */
function resumed(state: BuilderState, { past, future }: Steps): BuilderState {
  const untouched = state.past.length === 0 && state.future.length === 0;
  return {
    ...state,
    past: [...past, ...state.past].slice(-MAX_STEPS),
    future: untouched ? future : state.future,
  };
}

/** Returns the undo group of a keystroke, or null if the action is not one. */
function runOf(action: BuilderAction): BuilderState['run'] {
  if (action.type === 'editFeature') return { key: `features.${action.place}`, at: action.at };
  if (action.type === 'patch') return action.run === null ? null : { key: action.run, at: action.at };
  return action.type === 'set' && TYPED.includes(action.key) ? { key: action.key, at: action.at } : null;
}

/** Returns whether a keystroke continues the previous undo step. */
const continuesRun = (before: BuilderState['run'], now: BuilderState['run']): boolean =>
  before !== null && now !== null && before.key === now.key && now.at - before.at < RUN_PAUSE_MS;

export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  if (action.type === 'undo') return undone(state);
  if (action.type === 'redo') return redone(state);
  if (action.type === 'resume') return resumed(state, action);
  const present = changed(state.present, action);
  if (present === state.present) return state;
  const run = runOf(action);
  return {
    past: continuesRun(state.run, run) ? state.past : [...state.past, state.present].slice(-MAX_STEPS),
    present,
    future: [],
    run,
  };
}
