import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { problemWords } from '#app/session/problem-words.ts';
import { authClient } from '#app/session/session.ts';
import { toast } from '#app/ui/toast.tsx';
import type { IdentityProvider } from '#domain/account.ts';

import type { Connected } from './connected.ts';

const PARAMETER = 'connected';

/** Where a provider sends them back to. */
export const connectPath = (provider: IdentityProvider): string => `/account?${PARAMETER}=${provider}`;

/** Says how it went with the provider that they come back from, and leaves a clean address. */
export function useConnectReturn(entries: readonly Connected[]): void {
  const [parameters, setParameters] = useSearchParams();
  const back = entries.find(({ provider }) => provider === parameters.get(PARAMETER));
  useEffect(() => {
    if (!back) return;
    const tell = async () => {
      const { error } = await authClient().initialize();
      if (error)
        toast(
          { title: `${back.name} was not connected`, message: problemWords(error) },
          { destructive: true },
        );
      else if (back.identity)
        toast({ title: `${back.name} connected`, message: 'You can sign in with it now.' });
      setParameters({}, { replace: true, preventScrollReset: true });
      document.getElementById('connected')?.scrollIntoView();
    };
    void tell();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each return
  }, [back?.provider]);
}
