const DATABASE = 'tillwright-drafts';
const STORES = ['copies', 'histories', 'notes'] as const;
/** `copies`: drafts that may not have reached the server, with keys that start with the user id. `histories`: undo steps. `notes`: small preferences. */
export type StoreName = (typeof STORES)[number];

function openDatabase(): Promise<IDBDatabase> {
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

let lastTransaction: Promise<unknown> = Promise.resolve();

/** Runs transactions one after another, so that a deletion is not overtaken by an earlier write. */
function queueTransaction<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  operation: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const result = lastTransaction.then(() => runTransaction(name, mode, operation));
  lastTransaction = result.catch(() => undefined);
  return result;
}

async function runTransaction<Result>(
  name: StoreName,
  mode: IDBTransactionMode,
  operation: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = operation(transaction.objectStore(name));
      // Commits at once, because the tab may be closed before the transaction commits by itself.
      if (mode === 'readwrite') transaction.commit();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    });
  } finally {
    database.close();
  }
}

/** Returns null for a missing record and where IndexedDB is unavailable: browser data is optional everywhere. */
export const readRecord = (name: StoreName, key: IDBValidKey): Promise<unknown> =>
  queueTransaction<unknown>(name, 'readonly', (store) => store.get(key)).then(
    (record) => record ?? null,
    () => null,
  );

export const listRecordKeys = (name: StoreName): Promise<IDBValidKey[]> =>
  queueTransaction(name, 'readonly', (store) => store.getAllKeys()).catch(() => []);

export const writeRecord = (name: StoreName, key: string, value: unknown): Promise<unknown> =>
  queueTransaction(name, 'readwrite', (store) => store.put(value, key)).catch(() => null);

export const deleteRecords = (name: StoreName, key: IDBValidKey | IDBKeyRange): Promise<unknown> =>
  queueTransaction(name, 'readwrite', (store) => store.delete(key)).catch(() => null);

/** Deletes every record of a store. */
export const clearStore = (name: StoreName): Promise<unknown> =>
  queueTransaction(name, 'readwrite', (store) => store.clear()).catch(() => null);
