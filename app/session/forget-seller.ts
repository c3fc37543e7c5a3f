import { safeLocalStorage, safeSessionStorage } from '#app/ui/safe-storage.ts';
import { TOAST_KEY } from '#app/ui/carried-toast.ts';

import { dropAllKept, dropKept, keysKept, readKept } from './browser-store.ts';
import { PLAN_KEY } from './chosen-plan.ts';
import { PROVIDER_KEY } from './left-for-provider.ts';
import { SESSION_KEY } from './session-mark.ts';

/** How long what was typed and has not reached the server waits for its seller, who did not wish to leave. */
export const WAITS_MS = 24 * 60 * 60 * 1000;

const OURS = 'tillwright-';
/** What somebody who is not signed in needs on their way in. */
const OF_NOBODY = new Set([PLAN_KEY, PROVIDER_KEY, TOAST_KEY]);

/** Whether a text of the browser's storage stays when a session ends; what it tells is nothing of a seller. */
export const staysAtEnd = (key: string): boolean =>
  !key.startsWith(OURS) || key.startsWith(SESSION_KEY) || OF_NOBODY.has(key);

/** The key of a copy begins with whose it is. */
export const isCopyOf = (key: IDBValidKey, userId: string): key is string =>
  typeof key === 'string' && key.startsWith(`${userId} `);

/** Whether a copy has waited long enough for somebody who did not come back. */
export const isOverdue = (copy: unknown, now: number): boolean =>
  !(typeof copy === 'object' && copy !== null && 'at' in copy && typeof copy.at === 'number') ||
  Math.abs(now - copy.at) > WAITS_MS;

/** After the end of a session: all goes that the server has as well (OWASP ASVS 14.3.1). */
export async function forgetCopies(): Promise<void> {
  safeLocalStorage.clear(staysAtEnd);
  safeSessionStorage.clear(staysAtEnd);
  await Promise.all([dropAllKept('histories'), dropAllKept('notes')]);
}

/** Before somebody leaves by wish: what they typed goes as well. What another seller typed waits on. */
export async function forgetWork(userId: string): Promise<void> {
  const theirs = IDBKeyRange.bound(`${userId} `, `${userId}!`, false, true);
  await Promise.all([dropKept('copies', theirs), dropAllKept('histories'), dropAllKept('notes')]);
}

export function clearStorages(): void {
  safeLocalStorage.clear(() => false);
  safeSessionStorage.clear(() => false);
}

/** Lets go of what waits too long for somebody else than `userId`. */
export async function dropOverdue(userId: string | null, now: number): Promise<void> {
  for (const key of await keysKept('copies')) {
    if (userId !== null && isCopyOf(key, userId)) continue;
    if (isOverdue(await readKept('copies', key), now)) await dropKept('copies', key);
  }
}
