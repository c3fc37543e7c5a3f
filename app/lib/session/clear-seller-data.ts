import { FLASH_TOAST_KEY } from '#app/components/flash-toast.ts';
import { safeLocalStorage, safeSessionStorage } from '#app/components/utils/safe-storage.ts';

import { clearStore, deleteRecords, listRecordKeys, readRecord } from '../browser-database.ts';
import { CHOSEN_PLAN_KEY } from './chosen-plan.ts';
import { PROVIDER_REDIRECT_KEY } from './provider-redirect.ts';
import { SESSION_KEY } from './signed-in-attribute.ts';

/** Lifetime of unsaved changes whose seller's session ended without a sign-out. */
export const UNSAVED_COPY_TTL_MS = 24 * 60 * 60 * 1000;

const KEY_PREFIX = 'tillwright-';
/** sessionStorage key of text that was not added to a page when the session expired, with the user's id. */
export const PENDING_ENTRIES_KEY = `${KEY_PREFIX}pending-entries`;
/** Values that stay while a user signs in again. */
const SIGNED_OUT_KEYS = new Set([CHOSEN_PLAN_KEY, PROVIDER_REDIRECT_KEY, FLASH_TOAST_KEY, PENDING_ENTRIES_KEY]);

/** True for values that stay when a session ends. Only unsaved text among them is about a seller. */
export const survivesSessionEnd = (key: string): boolean =>
  !key.startsWith(KEY_PREFIX) || key.startsWith(SESSION_KEY) || SIGNED_OUT_KEYS.has(key);

/** The key of a copy starts with the user id. */
export const isCopyOfUser = (key: IDBValidKey, userId: string): key is string =>
  typeof key === 'string' && key.startsWith(`${userId} `);

/** True for a copy that is too old to keep, or unreadable. */
export const isExpiredCopy = (copy: unknown, now: number): boolean =>
  !(typeof copy === 'object' && copy !== null && 'at' in copy && typeof copy.at === 'number') ||
  Math.abs(now - copy.at) > UNSAVED_COPY_TTL_MS;

/** Deletes local data that the server also has, after the end of a session (OWASP ASVS 14.3.1). */
export async function clearSyncedData(): Promise<void> {
  safeLocalStorage.clear(survivesSessionEnd);
  safeSessionStorage.clear(survivesSessionEnd);
  await Promise.all([clearStore('histories'), clearStore('notes')]);
}

/** Deletes a user's local data, including unsaved changes, before signing out. Copies of other sellers stay. */
export async function clearUserData(userId: string): Promise<void> {
  const userKeys = IDBKeyRange.bound(`${userId} `, `${userId}!`, false, true);
  await Promise.all([deleteRecords('copies', userKeys), clearStore('histories'), clearStore('notes')]);
}

export function clearWebStorage(): void {
  safeLocalStorage.clear(() => false);
  safeSessionStorage.clear(() => false);
}

/** Deletes the expired copies of all users except `userId`. */
export async function deleteExpiredCopies(userId: string | null, now: number): Promise<void> {
  for (const key of await listRecordKeys('copies')) {
    if (userId !== null && isCopyOfUser(key, userId)) continue;
    if (isExpiredCopy(await readRecord('copies', key), now)) await deleteRecords('copies', key);
  }
}
