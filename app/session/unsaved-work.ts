import { isSame } from '#domain/same.ts';

import { keysKept, readKept } from './browser-store.ts';
import { call } from './call.ts';
import { isCopyOf } from './forget-seller.ts';
import { keptUserId } from './session.ts';

type Save = () => Promise<unknown>;

/** Timeout of a last attempt to save before signing out. */
const PATIENCE_MS = 1500;

const saves = new Set<Save>();

/** Registers a save that runs before signing out. Returns the function that removes it. */
export function saveBeforeSignOut(save: Save): () => void {
  saves.add(save);
  return () => void saves.delete(save);
}

/** True if the server already has this copy, for example because the tab was closed before it received the response. */
async function isAtServer(key: string): Promise<boolean> {
  const [, pageId = 'new'] = key.split(' ');
  const copy = await readKept('copies', key);
  if (pageId === 'new' || typeof copy !== 'object' || copy === null || !('config' in copy)) return false;
  const { config } = await call('get-page', { pageId });
  return isSame(config, copy.config);
}

/** Resolves to null when the promise takes longer than `SAVE_TIMEOUT_MS`. */
const inTime = <Answer>(asked: Promise<Answer>): Promise<Answer | null> =>
  Promise.race([asked, new Promise<null>((resolve) => void setTimeout(() => resolve(null), PATIENCE_MS))]);

/** Counts the signed-in user's pages with unsaved changes, after a last attempt to save them. */
export async function countUnsaved(): Promise<number> {
  await inTime(Promise.allSettled([...saves].map((save) => save())));
  const userId = keptUserId();
  if (userId === null) return 0;
  const keys = (await keysKept('copies')).filter((key) => isCopyOf(key, userId));
  const arrived = await Promise.all(keys.map((key) => inTime(isAtServer(key).catch(() => false))));
  return arrived.filter((reached) => reached !== true).length;
}

/** Confirmation text before unsaved changes are lost. */
export const UNSAVED_TITLE = 'Sign out and lose your last changes?';

export const unsavedWords = (pages: number): string =>
  `Changes to ${pages === 1 ? 'one page' : `${pages} pages`} have not reached us. Stay, and open the builder to save them. Signing out clears them from this browser.`;
