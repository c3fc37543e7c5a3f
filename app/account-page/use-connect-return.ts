import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { takeLeftForProvider } from '#app/session/left-for-provider.ts';
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
      // Words of an address that this tab did not leave to get are nobody's.
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
    // oxlint-disable-next-line react/exhaustive-deps -- once for each return
  }, [back?.provider]);
}
