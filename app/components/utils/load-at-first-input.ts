import { useEffect, useSyncExternalStore } from 'react';

/** The first events of a user who is about to use the screen. */
const INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown'];

/** Calls `load` at the first input. Returns the cleanup. */
function loadAtFirstInput(load: () => Promise<unknown>): () => void {
  const stop = () => {
    for (const type of INPUT_EVENTS) window.removeEventListener(type, loadOnce, true);
  };
  const loadOnce = () => {
    stop();
    void load().catch(() => undefined);
  };
  for (const type of INPUT_EVENTS) window.addEventListener(type, loadOnce, true);
  return stop;
}

/**
 * A script that no screen needs until the user acts. `useAtFirstInput` loads it at the first input, so that its parts open
 * at once, and without a network too.
 */
export function createLazyScript<Module>(importModule: () => Promise<Module>) {
  let loaded: Module | null = null;
  const listeners = new Set<() => void>();
  const load = async (): Promise<Module> => {
    loaded ??= await importModule();
    for (const listener of listeners) listener();
    return loaded;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    load,
    /** The loaded module; null before. */
    useLoaded: (): Module | null =>
      useSyncExternalStore(
        subscribe,
        () => loaded,
        () => null,
      ),
    useAtFirstInput: (): void => useEffect(() => loadAtFirstInput(load), []),
  };
}
