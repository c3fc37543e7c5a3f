import { withTemplate } from '#content/template-switch.ts';
import type { PageTemplate } from '#content/templates.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { changedEntries, type EntryAction } from './entry-changes.ts';
import { isSameConfig } from './same-config.ts';

export type ConfigKey = keyof CheckoutPageConfig;

/** The open page with its history. `run` is the field that is being typed in: its keystrokes are one step back. */
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

/** `picture` and `former` are addresses: of this template's picture, and of the one that the page may have now. */
type TemplateAction = { type: 'template'; template: PageTemplate; picture: string; former: string | null };

/** Several fields, or parts of them, at once. `run` names what is being typed in; null: a step of its own. */
type PatchAction = { type: 'patch'; patch: Partial<CheckoutPageConfig>; run: string | null; at: number };

/** `at` is a time in milliseconds on any clock. */
export type BuilderAction =
  | SetAction
  | PatchAction
  | EntryAction
  | TemplateAction
  | { type: 'replace'; config: CheckoutPageConfig }
  /** The steps of an earlier visit, found again around what is open. */
  | { type: 'resume'; past: readonly CheckoutPageConfig[]; future: readonly CheckoutPageConfig[] }
  | { type: 'undo' }
  | { type: 'redo' };

const MAX_STEPS = 200;
const RUN_PAUSE_MS = 1500;

/** Fields whose changes come in many small ones. */
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

/** The image gives way where there is none, or where it came with a template. */
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

/** What the config is after an action; the same object when nothing changes. */
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

/** Steps that were taken since the page was opened come after those of before. */
function resumed(state: BuilderState, { past, future }: Steps): BuilderState {
  const untouched = state.past.length === 0 && state.future.length === 0;
  return {
    ...state,
    past: [...past, ...state.past].slice(-MAX_STEPS),
    future: untouched ? future : state.future,
  };
}

/** What is being typed in, if the action is a keystroke. */
function runOf(action: BuilderAction): BuilderState['run'] {
  if (action.type === 'editFeature') return { key: `features.${action.place}`, at: action.at };
  if (action.type === 'patch') return action.run === null ? null : { key: action.run, at: action.at };
  return action.type === 'set' && TYPED.includes(action.key) ? { key: action.key, at: action.at } : null;
}

/** Whether this keystroke belongs to the step before it. */
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
