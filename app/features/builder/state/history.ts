import { builderMessages } from '#content/messages/builder.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { normalizeConfig } from '#domain/page-fields.ts';

import type { BuilderState, ConfigKey } from './builder-reducer.ts';
import { getFieldLabel, listDifferingKeys, isSameConfig } from './config-keys.ts';

const messages = builderMessages.history;

type Config = CheckoutPageConfig;
type Patch = Partial<Config>;

/**
 * Undo history as stored in IndexedDB: the present config and patches in both directions (`back`, `forth`), nearest
 * step first. `revision` is that of the draft saved at the time.
 */
export type StoredHistory = { revision: number; at: number; present: Config; back: Patch[]; forth: Patch[] };

/** Maximum number of steps per direction that survive a reload. */
export const MAX_STORED_STEPS = 150;

const createPatch = (from: Config, to: Config): Patch =>
  Object.fromEntries(Object.entries(to).filter(([key, value]) => from[key as ConfigKey] !== value));

/** Returns the patches that lead from `start` through the states. */
function toPatches(start: Config, states: readonly Config[]): Patch[] {
  let previous = start;
  return states.slice(0, MAX_STORED_STEPS).map((state) => {
    const patch = createPatch(previous, state);
    previous = state;
    return patch;
  });
}

function applyPatches(start: Config, patches: readonly Patch[]): Config[] {
  let previous = start;
  return patches.map((patch) => {
    previous = { ...previous, ...patch };
    return previous;
  });
}

type HistoryStacks = Pick<BuilderState, 'past' | 'present' | 'future'>;

export const toStoredHistory = (
  { past, present, future }: HistoryStacks,
  revision: number,
  at: number,
): StoredHistory => ({
  revision,
  at,
  present,
  back: toPatches(present, past.toReversed()),
  forth: toPatches(present, future),
});

/**
 * Finds the server's config among the stored states and returns the steps around it. Unsaved changes become redo steps.
 * Returns null if the page changed elsewhere in the meantime.
 */
export function restoreHistory(
  stored: StoredHistory,
  serverConfig: Config,
  revision: number,
): Pick<BuilderState, 'past' | 'future'> | null {
  if (stored.revision > revision) return null;
  const past = applyPatches(stored.present, stored.back).toReversed();
  const states = [...past, stored.present, ...applyPatches(stored.present, stored.forth)];
  const byDistance = states
    .map((state, index) => ({ state, index }))
    .toSorted((a, b) => Math.abs(a.index - past.length) - Math.abs(b.index - past.length));
  const match =
    byDistance.find(({ state }) => isSameConfig(state, serverConfig)) ??
    byDistance.find(({ state }) => isSameConfig(normalizeConfig(state), serverConfig));
  if (!match) return null;
  return { past: states.slice(0, match.index), future: states.slice(match.index + 1) };
}

/** Describes what a step changed: 'Price', 'Price and Currency' or 'Several fields'. */
export function describeStep(before: Config, after: Config): string {
  const [first, second, ...others] = listDifferingKeys(before, after).map((key) => getFieldLabel(key));
  if (first === undefined) return messages.noFields;
  if (second === undefined) return first;
  return others.length > 0 ? messages.manyFields : messages.twoFields({ first, second });
}
