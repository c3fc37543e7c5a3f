import type { Session } from '@supabase/auth-js';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { takeLeftForProvider } from '#app/session/left-for-provider.ts';
import { isSecondStepAhead } from '#app/session/second-step-ahead.ts';
import { authClient, authProblem } from '#app/session/session.ts';
import { toast } from '#app/ui/toast.tsx';

import { NEW_HERE, WELCOME_BACK } from './welcome.ts';

/** What a provider's answer leaves in the address. */
const THEIRS = ['code', 'error', 'error_code', 'error_description', 'sb_flow_id'];

const ELSEWHERE = 'This way in was begun in another browser. Please try again here.';

/** Each document brings one answer at most. */
let isDealtWith = false;

/** What the client made of the answer. Words of addresses that we did not send anyone to get are nobody's. */
async function outcome(): Promise<Session | string> {
  const isOurs = takeLeftForProvider();
  const { error } = await authClient().initialize();
  const { data } = await authClient().getSession();
  if (!isOurs) return data.session ?? ELSEWHERE;
  return error ? authProblem(error) : (data.session ?? ELSEWHERE);
}

/** The only way into the account was used for the first time: it has just been opened. */
const isNew = ({ user: { identities = [] } }: Session): boolean =>
  identities.length === 1 && identities.every((one) => one.created_at === one.last_sign_in_at);

/** After the way back from a provider: the client has taken its answer; how it went is told, the address cleaned. */
export function useProviderReturn(): void {
  const [parameters, setParameters] = useSearchParams();
  useEffect(() => {
    if (isDealtWith || !THEIRS.some((name) => parameters.has(name))) return;
    isDealtWith = true;
    void outcome().then(async (went) => {
      if (typeof went !== 'string') {
        // The client has cleaned the address, and the screen goes on.
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
