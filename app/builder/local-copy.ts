import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { dropKept, keep, readKept } from '#app/session/browser-store.ts';
import { isKeptConfig } from './kept-config.ts';

/** What was typed and may not have reached the server. */
export type LocalCopy = { config: CheckoutPageConfig; at: number };

/** Null where there is none, or none that can be read. */
export async function readCopy(key: string): Promise<LocalCopy | null> {
  const kept = await readKept('copies', key);
  if (typeof kept !== 'object' || kept === null || !('config' in kept) || !('at' in kept)) return null;
  const { config, at } = kept;
  return isKeptConfig(config) && typeof at === 'number' ? { config, at } : null;
}

export const writeCopy = (key: string, copy: LocalCopy): Promise<unknown> => keep('copies', key, copy);

export const dropCopy = (key: string): Promise<unknown> => dropKept('copies', key);
