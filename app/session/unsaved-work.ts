import { isSame } from '#domain/same.ts';

import { keysKept, readKept } from './browser-store.ts';
import { call } from './call.ts';
import { isCopyOf } from './forget-seller.ts';
import { keptUserId } from './session.ts';

type Save = () => Promise<unknown>;

/** How long somebody who wants to leave waits for a last try to save. */
const PATIENCE_MS = 1500;

const saves = new Set<Save>();

/** What is to be tried once more before somebody signs out; the answer takes it back. */
export function saveBeforeSignOut(save: Save): () => void {
  saves.add(save);
  return () => void saves.delete(save);
}

/** A copy may have reached the server in a tab that was closed before it could know. */
async function isAtServer(key: string): Promise<boolean> {
  const [, pageId = 'new'] = key.split(' ');
  const copy = await readKept('copies', key);
  if (pageId === 'new' || typeof copy !== 'object' || copy === null || !('config' in copy)) return false;
  const { config } = await call('get-page', { pageId });
  return isSame(config, copy.config);
}

/** Null when there was no answer in time. */
const inTime = <Answer>(asked: Promise<Answer>): Promise<Answer | null> =>
  Promise.race([asked, new Promise<null>((resolve) => void setTimeout(() => resolve(null), PATIENCE_MS))]);

/** How many pages of whoever is signed in have changes that did not reach the server, after a last try to save them. */
export async function countUnsaved(): Promise<number> {
  await inTime(Promise.allSettled([...saves].map((save) => save())));
  const userId = keptUserId();
  if (userId === null) return 0;
  const keys = (await keysKept('copies')).filter((key) => isCopyOf(key, userId));
  const arrived = await Promise.all(keys.map((key) => inTime(isAtServer(key).catch(() => false))));
  return arrived.filter((reached) => reached !== true).length;
}

/** What is said before they are lost. */
export const UNSAVED_TITLE = 'Sign out and lose your last changes?';

export const unsavedWords = (pages: number): string =>
  `Changes to ${pages === 1 ? 'one page' : `${pages} pages`} have not reached us. Stay, and open the builder to save them. Signing out clears them from this browser.`;
