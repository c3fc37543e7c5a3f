import { useSyncExternalStore } from 'react';

import type * as overlaysModule from '../overlays/index.ts';

export type Overlays = typeof overlaysModule;

let overlays: Overlays | null = null;
const listeners = new Set<() => void>();

/** Loads the script of dialogs, menus, popovers and toasts, which no screen needs until the user opens one. */
export async function loadOverlays(): Promise<Overlays> {
  overlays ??= await import('../overlays/index.ts');
  for (const listener of listeners) listener();
  return overlays;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The loaded overlays; null before. */
export const useOverlays = (): Overlays | null =>
  useSyncExternalStore(
    subscribe,
    () => overlays,
    () => null,
  );

/** The first events of a user who is about to use the screen. */
const INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown'];

/** Loads the overlays at the first input, so that they open at once, and without a network too. Returns the cleanup. */
export function loadOverlaysAtFirstInput(): () => void {
  const stop = () => {
    for (const type of INPUT_EVENTS) window.removeEventListener(type, load, true);
  };
  const load = () => {
    stop();
    void loadOverlays().catch(() => undefined);
  };
  for (const type of INPUT_EVENTS) window.addEventListener(type, load, true);
  return stop;
}
