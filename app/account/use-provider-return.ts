import type { Session } from '@supabase/auth-js';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { takeLeftForProvider } from '#app/session/left-for-provider.ts';
import { isSecondStepAhead } from '#app/session/second-step-ahead.ts';
import { authClient, authProblem } from '#app/session/session.ts';
import { toast } from '#app/ui/toast.tsx';

import { NEW_HERE, WELCOME_BACK } from './welcome.ts';

/** Query parameters that a provider adds to the URL. */
const THEIRS = ['code', 'error', 'error_code', 'error_description', 'sb_flow_id'];

const ELSEWHERE = 'This way in was begun in another browser. Please try again here.';

/** Each document handles at most one provider response. */
let isDealtWith = false;

/** Returns the session, or an error message. Ignores error texts in URLs unless this tab left for a provider. */
async function outcome(): Promise<Session | string> {
  const isOurs = takeLeftForProvider();
  const { error } = await authClient().initialize();
  const { data } = await authClient().getSession();
  if (!isOurs) return data.session ?? ELSEWHERE;
  return error ? authProblem(error) : (data.session ?? ELSEWHERE);
}

/** True when the account's only identity signed in for the first time, so the account is new. */
const isNew = ({ user: { identities = [] } }: Session): boolean =>
  identities.length === 1 && identities.every((one) => one.created_at === one.last_sign_in_at);

/** Reports the result of a sign-in after the redirect from a provider, and cleans the URL. */
export function useProviderReturn(): void {
  const [parameters, setParameters] = useSearchParams();
  useEffect(() => {
    if (isDealtWith || !THEIRS.some((name) => parameters.has(name))) return;
    isDealtWith = true;
    void outcome().then(async (went) => {
      if (typeof went !== 'string') {
        // The client has cleaned the URL, and the screen navigates.
        if (!(await isSecondStepAhead())) toast(isNew(went) ? NEW_HERE : WELCOME_BACK);
        return;
      }
      const left = new URLSearchParams(parameters);
      for (const name of THEIRS) left.delete(name);
      setParameters(left, { replace: true });
      toast({ title: 'Error', message: went }, { destructive: true });
    });
  }, [parameters, setParameters]);
}
