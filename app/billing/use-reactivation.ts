import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { call } from '#app/session/call.ts';
import { safeSessionStorage } from '#app/ui/safe-storage.ts';
import { toast } from '#app/ui/toast.tsx';

import { tellRefusal } from './tell-refusal.ts';
import type { Portal } from './use-portal.ts';

const WISH = 'reactivate';
/** Stands in this tab's memory while its seller is at the provider to add a card for it. */
const AWAY = 'tillwright-reactivating';

function isBack(): boolean {
  const away = safeSessionStorage.read(AWAY) !== null;
  safeSessionStorage.remove(AWAY);
  return away;
}

export type Reactivation = { reactivate: () => Promise<void>; busy: boolean };

/**
 * Takes the plan up again. Where a card is needed first, this tab goes to the provider for it and comes back with
 * `?reactivate=true`, and it is done without another press. The same address from elsewhere only asks (`onAsked`):
 * a link must not spend anybody's money.
 */
export function useReactivation(
  portal: Portal,
  reload: () => Promise<void>,
  onAsked: () => void,
): Reactivation {
  const [busy, setBusy] = useState(false);
  async function reactivate(back = false) {
    setBusy(true);
    const leaves = await ask(back).catch((error: unknown) => {
      tellRefusal(error, 'Failed to reactivate plan', portal);
      return false;
    });
    if (!leaves) await reload();
    setBusy(false);
  }
  useWish((wished) => {
    const back = isBack();
    if (wished && back) void reactivate(true);
    else if (wished) onAsked();
  });
  return { reactivate: () => reactivate(), busy };
}

/** True when this tab leaves for the provider. */
async function ask(back: boolean): Promise<boolean> {
  const answer = await call('reactivate-subscription', {});
  if (answer.reactivated) toast({ title: 'Plan reactivated', message: 'Your pages are on sale.' });
  else if (back)
    toast({ title: 'No card was added', message: 'Your plan stays as it is until there is one.' });
  else {
    safeSessionStorage.write(AWAY, 'true');
    window.location.assign(answer.url);
    return true;
  }
  return false;
}

/** Takes the wish out of the address and acts on it once; also told is that there is none. */
function useWish(act: (wished: boolean) => void): void {
  const [parameters, setParameters] = useSearchParams();
  const wished = parameters.get(WISH) === 'true';
  const taken = useRef<boolean | null>(null);
  useEffect(() => {
    if (taken.current === wished) return;
    taken.current = wished;
    act(wished);
    if (!wished) return;
    setParameters(
      (before) => {
        before.delete(WISH);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time that the wish appears
  }, [wished]);
}
