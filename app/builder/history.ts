import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { tidyConfig } from '#domain/page-problems.ts';

import type { BuilderState, ConfigKey } from './builder-state.ts';
import { FIELD_NAMES } from './field-names.ts';
import { differingKeys, isSameConfig } from './same-config.ts';

type Config = CheckoutPageConfig;
type Patch = Partial<Config>;

/**
 * Undo history as stored in IndexedDB: the present config and patches in both directions (`back`, `forth`), nearest
 * step first. `revision` is that of the draft saved at the time.
 */
export type KeptHistory = { revision: number; at: number; present: Config; back: Patch[]; forth: Patch[] };

/** Maximum number of steps per direction that survive a reload. */
export const KEPT_STEPS = 150;

const put = <Key extends ConfigKey>(patch: Patch, config: Config, key: Key): void => {
  patch[key] = config[key];
};

function patchTo(from: Config, to: Config): Patch {
  const patch: Patch = {};
  for (const key of Object.keys(to) as ConfigKey[]) if (from[key] !== to[key]) put(patch, to, key);
  return patch;
}

/** Returns the patches that lead from `start` through the states. */
function patchesAlong(start: Config, steps: readonly Config[]): Patch[] {
  let last = start;
  return steps.slice(0, KEPT_STEPS).map((step) => {
    const patch = patchTo(last, step);
    last = step;
    return patch;
  });
}

function stepsAlong(start: Config, patches: readonly Patch[]): Config[] {
  let last = start;
  return patches.map((patch) => {
    last = { ...last, ...patch };
    return last;
  });
}

type Steps = Pick<BuilderState, 'past' | 'present' | 'future'>;

export const keptHistoryOf = (
  { past, present, future }: Steps,
  revision: number,
  at: number,
): KeptHistory => ({
  revision,
  at,
  present,
  back: patchesAlong(present, past.toReversed()),
  forth: patchesAlong(present, future),
});

/** Returns all states of a stored history, oldest first, and the index of its present state. */
export function timelineOf(kept: KeptHistory): { states: Config[]; place: number } {
  const past = stepsAlong(kept.present, kept.back).toReversed();
  return {
    states: [...past, kept.present, ...stepsAlong(kept.present, kept.forth)],
    place: past.length,
  };
}

/**
 * Finds the server's config among the stored states and returns the steps around it. Unsaved changes become redo steps.
 * Returns null if the page changed elsewhere in the meantime.
 */
export function resumedFrom(
  kept: KeptHistory,
  opened: Config,
  revision: number,
): Pick<BuilderState, 'past' | 'future'> | null {
  if (kept.revision > revision) return null;
  const { states, place } = timelineOf(kept);
  const nearest = states
    .map((state, index) => ({ state, index }))
    .toSorted((one, other) => Math.abs(one.index - place) - Math.abs(other.index - place));
  const found =
    nearest.find(({ state }) => isSameConfig(state, opened)) ??
    nearest.find(({ state }) => isSameConfig(tidyConfig(state), opened));
  if (!found) return null;
  return { past: states.slice(0, found.index), future: states.slice(found.index + 1) };
}

/** Describes what a step changed: 'Price', 'Price and Currency' or 'Several fields'. */
export function stepName(before: Config, after: Config): string {
  const names = differingKeys(before, after).map((key) => FIELD_NAMES[key]);
  if (names.length === 0) return 'Nothing';
  return names.length > 2 ? 'Several fields' : names.join(' and ');
}
