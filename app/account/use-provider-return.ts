import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { authClient, authProblem } from '#app/session/session.ts';
import { toast } from '#app/ui/toast.tsx';

/** What a provider's answer leaves in the address. */
const THEIRS = ['code', 'error', 'error_code', 'error_description', 'sb_flow_id'];

const ELSEWHERE = 'This way in was begun in another browser. Please try again here.';

/** Why the way back from a provider did not end with somebody signed in; null where it did. */
async function returnProblem(): Promise<string | null> {
  const { error } = await authClient().initialize();
  if (error) return authProblem(error);
  const { data } = await authClient().getSession();
  return data.session ? null : ELSEWHERE;
}

/** After the way back from a provider: the client has taken its answer; what went wrong is told, the address cleaned. */
export function useProviderReturn(): void {
  const [parameters, setParameters] = useSearchParams();
  useEffect(() => {
    if (!THEIRS.some((name) => parameters.has(name))) return;
    void returnProblem().then((message) => {
      // Signed in: the client has cleaned the address, and the screen goes on.
      if (!message) return;
      const left = new URLSearchParams(parameters);
      for (const name of THEIRS) left.delete(name);
      setParameters(left, { replace: true });
      toast({ title: 'Error', message }, { destructive: true });
    });
  }, [parameters, setParameters]);
}
