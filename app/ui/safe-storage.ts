/** Texts under keys. What the browser forbids or has no room for is remembered until this document is left. */
export type SafeStorage = {
  read: (key: string) => string | null;
  /** False when only this document remembers it. */
  write: (key: string, text: string) => boolean;
  remove: (key: string) => void;
  /** Removes everything but what is to stay. */
  clear: (stays: (key: string) => boolean) => void;
};

/** Never throws. `storage` is asked for at every use: where storage is blocked, naming it throws already. */
export function openSafeStorage(storage: () => Storage): SafeStorage {
  const here = new Map<string, string>();
  const stored = (key: string, text: string) =>
    attempt(() => {
      storage().setItem(key, text);
      return true;
    }) ?? false;
  const forgotten = (key: string) => attempt(() => storage().removeItem(key));
  return {
    // What stands there now was written later than what is remembered here.
    read: (key) => attempt(() => storage().getItem(key)) ?? here.get(key) ?? null,
    write(key, text) {
      here.delete(key);
      if (stored(key, text)) return true;
      // What stood there is not true any more, and leaves room.
      forgotten(key);
      if (stored(key, text)) return true;
      here.set(key, text);
      return false;
    },
    remove(key) {
      here.delete(key);
      forgotten(key);
    },
    clear(stays) {
      const stored = attempt(() => keysOf(storage())) ?? [];
      for (const key of new Set([...here.keys(), ...stored])) {
        if (stays(key)) continue;
        here.delete(key);
        forgotten(key);
      }
    },
  };
}

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null);

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Common to all tabs, and there the next time. */
export const safeLocalStorage = openSafeStorage(() => window.localStorage);

/** This tab's own, also on its next page. */
export const safeSessionStorage = openSafeStorage(() => window.sessionStorage);
