import { safeSessionStorage } from '#app/ui/safe-storage.ts';

export const PROVIDER_KEY = 'tillwright-left-for-provider';

/** This tab leaves for a provider: what its next page finds in the address may be the answer. */
export const noteLeftForProvider = (): void => void safeSessionStorage.write(PROVIDER_KEY, 'yes');

/** Whether this tab has left for a provider, once. An address that somebody made up says nothing to anyone. */
export function takeLeftForProvider(): boolean {
  const left = safeSessionStorage.read(PROVIDER_KEY) !== null;
  safeSessionStorage.remove(PROVIDER_KEY);
  return left;
}
