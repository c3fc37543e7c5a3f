import { safeLocalStorage, safeSessionStorage } from '#app/ui/safe-storage.ts';
import { TOAST_KEY } from '#app/ui/carried-toast.ts';

import { dropAllKept, dropKept, keysKept, readKept } from './browser-store.ts';
import { PLAN_KEY } from './chosen-plan.ts';
import { PROVIDER_KEY } from './left-for-provider.ts';
import { SESSION_KEY } from './session-mark.ts';

/** Lifetime of unsaved changes whose seller's session ended without a sign-out. */
export const WAITS_MS = 24 * 60 * 60 * 1000;

const OURS = 'tillwright-';
/** Values that a signed-out visitor needs for signing in. */
const OF_NOBODY = new Set([PLAN_KEY, PROVIDER_KEY, TOAST_KEY]);

/** True for values that stay when a session ends. They contain nothing about a seller. */
export const staysAtEnd = (key: string): boolean =>
  !key.startsWith(OURS) || key.startsWith(SESSION_KEY) || OF_NOBODY.has(key);

/** The key of a copy starts with the user id. */
export const isCopyOf = (key: IDBValidKey, userId: string): key is string =>
  typeof key === 'string' && key.startsWith(`${userId} `);

/** True for a copy that is too old to keep, or unreadable. */
export const isOverdue = (copy: unknown, now: number): boolean =>
  !(typeof copy === 'object' && copy !== null && 'at' in copy && typeof copy.at === 'number') ||
  Math.abs(now - copy.at) > WAITS_MS;

/** Deletes local data that the server also has, after the end of a session (OWASP ASVS 14.3.1). */
export async function forgetCopies(): Promise<void> {
  safeLocalStorage.clear(staysAtEnd);
  safeSessionStorage.clear(staysAtEnd);
  await Promise.all([dropAllKept('histories'), dropAllKept('notes')]);
}

/** Deletes a user's local data, including unsaved changes, before signing out. Copies of other sellers stay. */
export async function forgetWork(userId: string): Promise<void> {
  const theirs = IDBKeyRange.bound(`${userId} `, `${userId}!`, false, true);
  await Promise.all([dropKept('copies', theirs), dropAllKept('histories'), dropAllKept('notes')]);
}

export function clearStorages(): void {
  safeLocalStorage.clear(() => false);
  safeSessionStorage.clear(() => false);
}

/** Deletes the expired copies of all users except `userId`. */
export async function dropOverdue(userId: string | null, now: number): Promise<void> {
  for (const key of await keysKept('copies')) {
    if (userId !== null && isCopyOf(key, userId)) continue;
    if (isOverdue(await readKept('copies', key), now)) await dropKept('copies', key);
  }
}
