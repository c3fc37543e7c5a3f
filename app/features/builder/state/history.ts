import { useCallback, useEffect, useEffectEvent, useRef, useState, type Dispatch } from 'react';

import { builderMessages } from '#content/messages/builder.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { normalizeConfig } from '#domain/page-fields.ts';

import type { Autosave } from './autosave.ts';
import type { BuilderAction, BuilderState, ConfigKey } from './builder-reducer.ts';
import { getFieldLabel, listDifferingKeys, isSameConfig } from './config-keys.ts';
import { readHistory, pruneHistories, writeHistory } from './local-copies.ts';

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

const WRITE_AFTER_MS = 400;
const ANNOUNCEMENT_TIMEOUT_MS = 4000;

type HistoryOptions = {
  userId: string;
  autosave: Autosave;
  state: BuilderState;
  dispatch: Dispatch<BuilderAction>;
  initialConfig: CheckoutPageConfig;
};

/** Restores the undo history of an earlier session once, when the page is opened. */
function useRestoreHistory({ userId, autosave, dispatch, initialConfig }: HistoryOptions): void {
  const [{ pageId, revision }] = useState(autosave.page);
  useEffect(() => {
    if (pageId === null) return;
    let current = true;
    void readHistory(`${userId} ${pageId}`, initialConfig).then((stored) => {
      const restored = stored && restoreHistory(stored, initialConfig, revision);
      if (current && restored) dispatch({ type: 'resume', ...restored });
    });
    void pruneHistories();
    return () => {
      current = false;
    };
  }, [userId, pageId, revision, initialConfig, dispatch]);
}

/** Stores the undo history shortly after each change and when the page is left. */
function usePersistHistory({ userId, autosave, state }: HistoryOptions): void {
  const { past, present, future } = state;
  const write = useEffectEvent(() => {
    const { pageId, revision } = autosave.page;
    if (pageId === null || (past.length === 0 && future.length === 0)) return;
    void writeHistory(`${userId} ${pageId}`, toStoredHistory(state, revision, Date.now()));
  });
  useEffect(() => {
    const timer = setTimeout(write, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [past, present, future]);
  // Stores it again with each saved revision: a new page has no id before the first save.
  useEffect(() => autosave.subscribe(() => autosave.status().kind === 'saved' && write()), [autosave]);
  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => window.removeEventListener('pagehide', write);
  }, []);
}

/** Undo and redo with live announcements; the history survives a reload. */
export function useHistory(options: HistoryOptions) {
  const { state, dispatch } = options;
  useRestoreHistory(options);
  usePersistHistory(options);
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const announce = useCallback((text: string) => {
    setAnnouncement(({ count }) => ({ text, count: count + 1 }));
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => setAnnouncement((previous) => ({ ...previous, text: '' })),
      ANNOUNCEMENT_TIMEOUT_MS,
    );
  }, []);
  const undo = () => {
    const before = state.past.at(-1);
    if (!before) return announce(messages.nothingToUndo);
    dispatch({ type: 'undo' });
    announce(messages.undid({ fields: describeStep(before, state.present) }));
  };
  const redo = () => {
    const [after] = state.future;
    if (!after) return announce(messages.nothingToRedo);
    dispatch({ type: 'redo' });
    announce(messages.redid({ fields: describeStep(state.present, after) }));
  };
  return {
    undo,
    redo,
    announcement,
    announce,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
  };
}
