import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { takeLeftForProvider } from '#app/session/left-for-provider.ts';
import { problemWords } from '#app/session/problem-words.ts';
import { authClient } from '#app/session/session.ts';
import { toast } from '#app/ui/toast.tsx';
import type { IdentityProvider } from '#domain/account.ts';

import type { Connected } from './connected.ts';

const PARAMETER = 'connected';

/** URL that the provider redirects back to. */
export const connectPath = (provider: IdentityProvider): string => `/account?${PARAMETER}=${provider}`;

/** Reports the result after the redirect from a provider, and cleans the URL. */
export function useConnectReturn(entries: readonly Connected[]): void {
  const [parameters, setParameters] = useSearchParams();
  const back = entries.find(({ provider }) => provider === parameters.get(PARAMETER));
  useEffect(() => {
    if (!back) return;
    const tell = async () => {
      // Ignores error texts in URLs unless this tab left for a provider.
      const isOurs = takeLeftForProvider();
      const { error } = await authClient().initialize();
      const { name, identity } = back;
      if (isOurs && error)
        toast({ title: `${name} was not connected`, message: problemWords(error) }, { destructive: true });
      else if (isOurs && identity)
        toast({ title: `${name} connected`, message: 'You can sign in with it now.' });
      setParameters({}, { replace: true, preventScrollReset: true });
      document.getElementById('connected')?.scrollIntoView();
    };
    void tell();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once for each return
  }, [back?.provider]);
}
