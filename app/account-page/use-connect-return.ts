import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { consumeProviderRedirect } from '#app/session/left-for-provider.ts';
import { getErrorMessage } from '#app/session/problem-words.ts';
import { authClient } from '#app/session/session.ts';
import { toast } from '#app/ui/toast.tsx';
import type { IdentityProvider } from '#domain/account.ts';

import type { ConnectedAccount } from './connected.ts';

const CONNECTED_PARAM = 'connected';

/** URL that the provider redirects back to. */
export const getConnectReturnPath = (provider: IdentityProvider): string => `/account?${CONNECTED_PARAM}=${provider}`;

/** Reports the result after the redirect from a provider, and cleans the URL. */
export function useConnectReturn(connections: readonly ConnectedAccount[]): void {
  const [searchParams, setSearchParams] = useSearchParams();
  const returnedConnection = connections.find(({ provider }) => provider === searchParams.get(CONNECTED_PARAM));
  useEffect(() => {
    if (!returnedConnection) return;
    const reportResult = async () => {
      // Ignores error texts in URLs unless this tab left for a provider.
      const wasRedirected = consumeProviderRedirect();
      const { error } = await authClient().initialize();
      const { name, identity } = returnedConnection;
      if (wasRedirected && error)
        toast({ title: `${name} was not connected`, message: getErrorMessage(error) }, { destructive: true });
      else if (wasRedirected && identity)
        toast({ title: `${name} connected`, message: 'You can sign in with it now.' });
      setSearchParams({}, { replace: true, preventScrollReset: true });
      document.getElementById('connected')?.scrollIntoView();
    };
    void reportResult();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once for each return
  }, [returnedConnection?.provider]);
}
