import { isDeepEqual } from '#domain/deep-equal.ts';

import { listRecordKeys, readRecord } from '../browser-database.ts';
import { callRpc } from '../rpc/call-rpc.ts';
import { isCopyOfUser } from './clear-seller-data.ts';
import { getStoredUserId } from './session.ts';

type Save = () => Promise<unknown>;

/** Timeout of a last attempt to save before signing out. */
const SAVE_TIMEOUT_MS = 1500;

const pendingSaves = new Set<Save>();
const unsavedTextChecks = new Set<() => boolean>();

/** Registers a save that runs before signing out. Returns the function that removes it. */
export function registerSaveBeforeSignOut(save: Save): () => void {
  pendingSaves.add(save);
  return () => void pendingSaves.delete(save);
}

/** Registers a check for text that no save includes. Returns the function that removes it. */
export function registerUnsavedText(hasUnsavedText: () => boolean): () => void {
  unsavedTextChecks.add(hasUnsavedText);
  return () => void unsavedTextChecks.delete(hasUnsavedText);
}

/** True if the server already has this copy, for example because the tab was closed before it received the response. */
async function isSavedOnServer(key: string): Promise<boolean> {
  const [, pageId = 'new'] = key.split(' ');
  const copy = await readRecord('copies', key);
  if (pageId === 'new' || typeof copy !== 'object' || copy === null || !('config' in copy)) return false;
  const { config } = await callRpc('get-page', { pageId });
  return isDeepEqual(config, copy.config);
}

/** Resolves to null when the promise takes longer than `SAVE_TIMEOUT_MS`. */
const withTimeout = <Answer>(promise: Promise<Answer>): Promise<Answer | null> =>
  Promise.race([promise, new Promise<null>((resolve) => void setTimeout(() => resolve(null), SAVE_TIMEOUT_MS))]);

/** Counts the signed-in user's pages with unsaved changes, after a last attempt to save them. */
export async function countUnsavedPages(): Promise<number> {
  await withTimeout(Promise.allSettled([...pendingSaves].map((save) => save())));
  const userId = getStoredUserId();
  if (userId === null) return 0;
  const keys = (await listRecordKeys('copies')).filter((key) => isCopyOfUser(key, userId));
  const savedResults = await Promise.all(keys.map((key) => withTimeout(isSavedOnServer(key).catch(() => false))));
  const unsavedCopies = savedResults.filter((isSaved) => isSaved !== true).length;
  const openPagesWithText = [...unsavedTextChecks].filter((hasUnsavedText) => hasUnsavedText()).length;
  return Math.max(unsavedCopies, openPagesWithText);
}
