import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { dropKept, keep, readKept } from '#app/session/browser-store.ts';
import { restoreConfig } from './kept-config.ts';

/** Changes that may not have reached the server. */
export type LocalCopy = { config: CheckoutPageConfig; at: number };

/** Reads a local copy; null if there is none or it is unreadable. `openConfig` is the config of the open page. */
export async function readCopy(key: string, opened: CheckoutPageConfig): Promise<LocalCopy | null> {
  const kept = await readKept('copies', key);
  if (typeof kept !== 'object' || kept === null || !('config' in kept) || !('at' in kept)) return null;
  const config = restoreConfig(kept.config, opened);
  return config && typeof kept.at === 'number' ? { config, at: kept.at } : null;
}

export const writeCopy = (key: string, copy: LocalCopy): Promise<unknown> => keep('copies', key, copy);

export const dropCopy = (key: string): Promise<unknown> => dropKept('copies', key);
