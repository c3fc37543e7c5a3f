import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { dropKept, keep, keysKept, readKept } from '#app/session/browser-store.ts';
import type { KeptHistory } from './history.ts';
import { restoreConfig, restorePatch } from './kept-config.ts';

/** Maximum number of pages whose undo history is stored. */
const MOST_PAGES = 20;

const isHistory = (kept: unknown): kept is KeptHistory =>
  typeof kept === 'object' &&
  kept !== null &&
  'present' in kept &&
  'revision' in kept &&
  typeof kept.revision === 'number' &&
  'back' in kept &&
  Array.isArray(kept.back) &&
  'forth' in kept &&
  Array.isArray(kept.forth);

/** Reads the history of a page; null if there is none or it is unreadable. `openConfig` is the config of the open page. */
export async function readHistory(key: string, opened: CheckoutPageConfig): Promise<KeptHistory | null> {
  const kept = await readKept('histories', key);
  if (!isHistory(kept)) return null;
  const present = restoreConfig(kept.present, opened);
  const steps = (patches: unknown[]) => patches.map((patch) => restorePatch(patch, opened));
  return present && { ...kept, present, back: steps(kept.back), forth: steps(kept.forth) };
}

export const writeHistory = (key: string, history: KeptHistory): Promise<unknown> =>
  keep('histories', key, history);

/** Deletes the histories that were written longest ago. */
export async function thinHistories(): Promise<void> {
  const keys = await keysKept('histories');
  if (keys.length <= MOST_PAGES) return;
  const aged = await Promise.all(
    keys.map(async (key) => ({ key, at: agedAt(await readKept('histories', key)) })),
  );
  const old = aged.toSorted((one, other) => other.at - one.at).slice(MOST_PAGES);
  await Promise.all(old.map(({ key }) => dropKept('histories', key)));
}

const agedAt = (kept: unknown): number =>
  typeof kept === 'object' && kept !== null && 'at' in kept && typeof kept.at === 'number' ? kept.at : 0;
