import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

/** What was typed and may not have reached the server. */
export type LocalCopy = { config: CheckoutPageConfig; at: number };

const DATABASE = 'tillwright-drafts';
const STORE = 'copies';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: a copy that was dropped must not be overtaken by a write before it. */
function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const result = last.then(() => transact(mode, ask));
  last = result.catch(() => undefined);
  return result;
}

async function transact<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const request = ask(database.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    });
  } finally {
    database.close();
  }
}

/** Null where there is none, or none that can be read: a copy is a help, never a condition. */
export async function readCopy(key: string): Promise<LocalCopy | null> {
  const kept: unknown = await inStore('readonly', (store) => store.get(key)).catch(() => null);
  if (typeof kept !== 'object' || kept === null || !('config' in kept) || !('at' in kept)) return null;
  const config = await configOf(kept.config).catch(() => null);
  return config && typeof kept.at === 'number' ? { config, at: kept.at } : null;
}

/** Zod is fetched when there is a copy to look at, and told not to try `new Function`: our policy would report it. */
async function configOf(kept: unknown): Promise<CheckoutPageConfig | null> {
  const { config: setUp } = await import('zod');
  setUp({ jitless: true });
  const { CheckoutPageConfig } = await import('#domain/checkout-page-schema.ts');
  return CheckoutPageConfig.safeParse(kept).data ?? null;
}

export const writeCopy = (key: string, copy: LocalCopy): Promise<unknown> =>
  inStore('readwrite', (store) => store.put(copy, key)).catch(() => null);

export const dropCopy = (key: string): Promise<unknown> =>
  inStore('readwrite', (store) => store.delete(key)).catch(() => null);
