import type { Session } from '@supabase/auth-js';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { toast } from '#app/components/toast.tsx';
import { consumeProviderRedirect } from '#app/lib/session/provider-redirect.ts';
import { isSecondFactorPending } from '#app/lib/session/second-factor.ts';
import { getAuthErrorMessage, loadAuthClient } from '#app/lib/session/session.ts';
import { authMessages } from '#content/messages/auth.ts';

import { toastNewAccount, WELCOME_BACK } from './use-auth-action.ts';

/** Query parameters that a provider adds to the URL. */
const PROVIDER_PARAMS = ['code', 'error', 'error_code', 'error_description', 'sb_flow_id'];

/** Each document handles at most one provider response. */
let isHandled = false;

/** Returns the session, or an error message. Ignores error texts in URLs unless this tab left for a provider. */
async function completeProviderSignIn(): Promise<Session | string> {
  const wasRedirected = consumeProviderRedirect();
  const { error } = await (await loadAuthClient()).initialize();
  const { data } = await (await loadAuthClient()).getSession();
  if (!wasRedirected) return data.session ?? authMessages.toasts.otherBrowser;
  return error ? getAuthErrorMessage(error) : (data.session ?? authMessages.toasts.otherBrowser);
}

/** True when the account's only identity signed in for the first time, so the account is new. */
const isNewAccount = ({ user: { identities = [] } }: Session): boolean =>
  identities.length === 1 && identities.every((identity) => identity.created_at === identity.last_sign_in_at);

/** Reports the result of a sign-in after the redirect from a provider, and cleans the URL. */
export function useProviderReturn(): void {
  const [searchParams, setSearchParams] = useSearchParams();
  useEffect(() => {
    if (isHandled || !PROVIDER_PARAMS.some((name) => searchParams.has(name))) return;
    isHandled = true;
    void completeProviderSignIn().then(async (result) => {
      if (typeof result !== 'string') {
        // The client has cleaned the URL, and the screen navigates.
        if (await isSecondFactorPending()) return;
        if (isNewAccount(result)) toastNewAccount();
        else toast(WELCOME_BACK);
        return;
      }
      const remainingParams = new URLSearchParams(searchParams);
      for (const name of PROVIDER_PARAMS) remainingParams.delete(name);
      setSearchParams(remainingParams, { replace: true });
      toast({ title: authMessages.toasts.errorTitle, message: result }, { destructive: true });
    });
  }, [searchParams, setSearchParams]);
}
