import { clear, del, get, keys, set, type UseStore } from 'idb-keyval';

const DATABASE = 'tillwright-drafts';
const STORES = ['copies', 'histories', 'notes'] as const;
/** `copies`: drafts that may not have reached the server, with keys that start with the user id. `histories`: undo steps. `notes`: small preferences. */
export type StoreName = (typeof STORES)[number];

let connection: Promise<IDBDatabase> | undefined;

/** Opens the database with all stores; `createStore` of idb-keyval supports one store per database. */
function openDatabase(): Promise<IDBDatabase> {
  connection ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 2);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const name of STORES) if (!result.objectStoreNames.contains(name)) result.createObjectStore(name);
    };
    request.onsuccess = () => {
      request.result.onclose = forgetConnection;
      // Another tab deletes the database or upgrades it.
      request.result.onversionchange = () => {
        request.result.close();
        forgetConnection();
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    request.onblocked = () => reject(new Error('IndexedDB is blocked by an older tab'));
  }).catch((error: unknown) => {
    forgetConnection();
    throw error;
  });
  return connection;
}

function forgetConnection(): void {
  connection = undefined;
}

const useStore =
  (name: StoreName): UseStore =>
  async (mode, callback) => {
    const transaction = (await openDatabase()).transaction(name, mode);
    const result = callback(transaction.objectStore(name));
    // Commits at once, because the tab may be closed before the transaction commits by itself.
    if (mode === 'readwrite') transaction.commit();
    return result;
  };

/** Returns null for a missing record and where IndexedDB is unavailable: browser data is optional everywhere. */
export const readRecord = (name: StoreName, key: IDBValidKey): Promise<unknown> =>
  get<unknown>(key, useStore(name)).then(
    (record) => record ?? null,
    () => null,
  );

export const listRecordKeys = (name: StoreName): Promise<IDBValidKey[]> => keys(useStore(name)).catch(() => []);

export const writeRecord = (name: StoreName, key: string, value: unknown): Promise<unknown> =>
  set(key, value, useStore(name)).catch(() => null);

/** Deletes the record of a key, or all records in a range of keys. */
export const deleteRecords = (name: StoreName, key: IDBValidKey | IDBKeyRange): Promise<unknown> =>
  del(key as IDBValidKey, useStore(name)).catch(() => null);

/** Deletes every record of a store. */
export const clearStore = (name: StoreName): Promise<unknown> => clear(useStore(name)).catch(() => null);
