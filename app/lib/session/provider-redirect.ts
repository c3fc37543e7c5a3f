import { safeSessionStorage } from '#app/components/utils/safe-storage.ts';

export const PROVIDER_REDIRECT_KEY = 'tillwright-left-for-provider';

/** Records that this tab leaves for a provider, so that the next page may accept the provider's answer in its URL. */
export const markProviderRedirect = (): void => void safeSessionStorage.write(PROVIDER_REDIRECT_KEY, 'yes');

/** Returns once whether this tab left for a provider. A forged URL therefore has no effect in another tab. */
export function consumeProviderRedirect(): boolean {
  const wasRedirected = safeSessionStorage.read(PROVIDER_REDIRECT_KEY) !== null;
  safeSessionStorage.remove(PROVIDER_REDIRECT_KEY);
  return wasRedirected;
}
