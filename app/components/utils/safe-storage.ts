/** Key-value storage. Values that the browser refuses to store stay in memory until the document is left. */
export type SafeStorage = {
  read: (key: string) => string | null;
  /** Returns false when the value is only in memory. */
  write: (key: string, text: string) => boolean;
  remove: (key: string) => void;
  /** Removes every key for which `shouldKeep` returns false. */
  clear: (shouldKeep: (key: string) => boolean) => void;
};

/** Never throws. `storage` is a function because even reading `window.localStorage` throws where it is blocked. */
export function createSafeStorage(storage: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const tryWrite = (key: string, text: string) =>
    tryOrUndefined(() => {
      storage().setItem(key, text);
      return true;
    }) ?? false;
  const tryRemove = (key: string) => tryOrUndefined(() => storage().removeItem(key));
  return {
    // A stored value was written later than the one in memory.
    read: (key) => tryOrUndefined(() => storage().getItem(key)) ?? memory.get(key) ?? null,
    write(key, text) {
      memory.delete(key);
      if (tryWrite(key, text)) return true;
      // The old value is outdated; removing it also frees space.
      tryRemove(key);
      if (tryWrite(key, text)) return true;
      memory.set(key, text);
      return false;
    },
    remove(key) {
      memory.delete(key);
      tryRemove(key);
    },
    clear(shouldKeep) {
      const storedKeys = tryOrUndefined(() => listStorageKeys(storage())) ?? [];
      for (const key of new Set([...memory.keys(), ...storedKeys])) {
        if (shouldKeep(key)) continue;
        memory.delete(key);
        tryRemove(key);
      }
    },
  };
}

const listStorageKeys = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null);

function tryOrUndefined<T>(operation: () => T): T | undefined {
  try {
    return operation();
  } catch {
    return undefined;
  }
}

/** Shared by all tabs and kept across visits. */
export const safeLocalStorage = createSafeStorage(() => window.localStorage);

/** Belongs to this tab and survives navigation. */
export const safeSessionStorage = createSafeStorage(() => window.sessionStorage);
