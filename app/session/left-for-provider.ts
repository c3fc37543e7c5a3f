import { safeSessionStorage } from '#app/ui/safe-storage.ts';

const KEY = 'tillwright-left-for-provider';

/** This tab leaves for a provider: what its next page finds in the address may be the answer. */
export const noteLeftForProvider = (): void => void safeSessionStorage.write(KEY, 'yes');

/** Whether this tab has left for a provider, once. An address that somebody made up says nothing to anyone. */
export function takeLeftForProvider(): boolean {
  const left = safeSessionStorage.read(KEY) !== null;
  safeSessionStorage.remove(KEY);
  return left;
}
