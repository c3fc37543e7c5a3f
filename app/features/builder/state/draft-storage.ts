import { deleteRecords, writeRecord, listRecordKeys, readRecord } from '#app/lib/browser-database.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isRecord } from '#domain/is-record.ts';

import type { StoredHistory } from './history.ts';
import { restoreConfig, restorePatches } from './restore-config.ts';

/** Changes that may not have reached the server. */
export type LocalCopy = { config: CheckoutPageConfig; at: number };

/** Reads a local copy; null if there is none or it is unreadable. `openConfig` is the config of the open page. */
export async function readCopy(key: string, openConfig: CheckoutPageConfig): Promise<LocalCopy | null> {
  const stored = await readRecord('copies', key);
  if (!isRecord(stored)) return null;
  const { at } = stored;
  const config = await restoreConfig(stored['config'], openConfig);
  return config && typeof at === 'number' ? { config, at } : null;
}

export const writeCopy = (key: string, copy: LocalCopy): Promise<unknown> => writeRecord('copies', key, copy);

export const deleteCopy = (key: string): Promise<unknown> => deleteRecords('copies', key);

/** Maximum number of pages whose undo history is stored. */
const MAX_PAGES = 20;

/** Reads the history of a page; null if there is none or it is unreadable. `openConfig` is the config of the open page. */
export async function readHistory(key: string, openConfig: CheckoutPageConfig): Promise<StoredHistory | null> {
  const stored = await readRecord('histories', key);
  if (!isRecord(stored)) return null;
  const { revision, back, forth } = stored;
  const present = await restoreConfig(stored['present'], openConfig);
  if (!present || typeof revision !== 'number' || !Array.isArray(back) || !Array.isArray(forth)) return null;
  return {
    revision,
    at: readTimestamp(stored),
    present,
    back: await restorePatches(back, openConfig),
    forth: await restorePatches(forth, openConfig),
  };
}

export const writeHistory = (key: string, history: StoredHistory): Promise<unknown> =>
  writeRecord('histories', key, history);

/** Deletes the histories that were written longest ago. */
export async function pruneHistories(): Promise<void> {
  const keys = await listRecordKeys('histories');
  if (keys.length <= MAX_PAGES) return;
  const entries = await Promise.all(
    keys.map(async (key) => ({ key, at: readTimestamp(await readRecord('histories', key)) })),
  );
  const oldest = entries.toSorted((a, b) => b.at - a.at).slice(MAX_PAGES);
  await Promise.all(oldest.map(({ key }) => deleteRecords('histories', key)));
}

const readTimestamp = (value: unknown): number => (isRecord(value) ? Number(value['at']) || 0 : 0);
