import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { deleteRecords, writeRecord, readRecord } from '#app/session/browser-store.ts';
import { restoreConfig } from './kept-config.ts';

/** Changes that may not have reached the server. */
export type LocalCopy = { config: CheckoutPageConfig; at: number };

/** Reads a local copy; null if there is none or it is unreadable. `openConfig` is the config of the open page. */
export async function readCopy(key: string, openConfig: CheckoutPageConfig): Promise<LocalCopy | null> {
  const stored = await readRecord('copies', key);
  if (typeof stored !== 'object' || stored === null || !('config' in stored) || !('at' in stored)) return null;
  const config = restoreConfig(stored.config, openConfig);
  return config && typeof stored.at === 'number' ? { config, at: stored.at } : null;
}

export const writeCopy = (key: string, copy: LocalCopy): Promise<unknown> => writeRecord('copies', key, copy);

export const deleteCopy = (key: string): Promise<unknown> => deleteRecords('copies', key);
