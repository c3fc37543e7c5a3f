/** Key-value storage. Values that the browser refuses to store stay in memory until the document is left. */
export type SafeStorage = {
  read: (key: string) => string | null;
  /** Returns false when the value is only in memory. */
  write: (key: string, text: string) => boolean;
  remove: (key: string) => void;
  /** Removes every key for which `shouldKeep` returns false. */
  clear: (stays: (key: string) => boolean) => void;
};

/** Never throws. `storage` is a function because even reading `window.localStorage` throws where it is blocked. */
export function openSafeStorage(storage: () => Storage): SafeStorage {
  const here = new Map<string, string>();
  const stored = (key: string, text: string) =>
    attempt(() => {
      storage().setItem(key, text);
      return true;
    }) ?? false;
  const forgotten = (key: string) => attempt(() => storage().removeItem(key));
  return {
    // A stored value was written later than the one in memory.
    read: (key) => attempt(() => storage().getItem(key)) ?? here.get(key) ?? null,
    write(key, text) {
      here.delete(key);
      if (stored(key, text)) return true;
      // The old value is outdated; removing it also frees space.
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

/** Shared by all tabs and kept across visits. */
export const safeLocalStorage = openSafeStorage(() => window.localStorage);

/** Belongs to this tab and survives navigation. */
export const safeSessionStorage = openSafeStorage(() => window.sessionStorage);
