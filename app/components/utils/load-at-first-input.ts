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
  // One promise for all callers, because separate imports may resolve in another order than they were called.
  let loading: Promise<Module> | null = null;
  const listeners = new Set<() => void>();
  const importOnce = async (): Promise<Module> => {
    try {
      loaded = await importModule();
    } catch (error) {
      loading = null;
      throw error;
    }
    for (const listener of listeners) listener();
    return loaded;
  };
  const load = (): Promise<Module> => (loading ??= importOnce());
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
