const DATABASE = 'tillwright-drafts';
const STORES = ['copies', 'histories', 'notes'] as const;
/** `copies`: what may not have reached the server, under keys that begin with whose it is. `histories`: steps back and forth. `notes`: small choices. */
export type StoreName = (typeof STORES)[number];

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 2);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const name of STORES) if (!result.objectStoreNames.contains(name)) result.createObjectStore(name);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    request.onblocked = () => reject(new Error('IndexedDB is held by an older tab'));
  });
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: what was dropped must not be overtaken by a write before it. */
function inStore<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const result = last.then(() => transact(name, mode, ask));
  last = result.catch(() => undefined);
  return result;
}

async function transact<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = ask(transaction.objectStore(name));
      // At once, not when the tab comes to it: it may be closed before.
      if (mode === 'readwrite') transaction.commit();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    });
  } finally {
    database.close();
  }
}

/** Null also where nothing can be read: what is kept in a browser is a help, never a condition. */
export const readKept = (name: StoreName, key: IDBValidKey): Promise<unknown> =>
  inStore<unknown>(name, 'readonly', (store) => store.get(key)).then(
    (kept) => kept ?? null,
    () => null,
  );

export const keysKept = (name: StoreName): Promise<IDBValidKey[]> =>
  inStore(name, 'readonly', (store) => store.getAllKeys()).catch(() => []);

export const keep = (name: StoreName, key: string, value: unknown): Promise<unknown> =>
  inStore(name, 'readwrite', (store) => store.put(value, key)).catch(() => null);

export const dropKept = (name: StoreName, key: IDBValidKey | IDBKeyRange): Promise<unknown> =>
  inStore(name, 'readwrite', (store) => store.delete(key)).catch(() => null);

/** Lets go of everything of a kind. */
export const dropAllKept = (name: StoreName): Promise<unknown> =>
  inStore(name, 'readwrite', (store) => store.clear()).catch(() => null);
