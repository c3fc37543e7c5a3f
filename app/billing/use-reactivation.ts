import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { call } from '#app/session/call.ts';
import { safeSessionStorage } from '#app/ui/safe-storage.ts';
import { toast } from '#app/ui/toast.tsx';

import { tellRefusal } from './tell-refusal.ts';
import type { Portal } from './use-portal.ts';

const WISH = 'reactivate';
/** sessionStorage key that is set while the seller adds a card at Stripe in this tab. */
const AWAY = 'tillwright-reactivating';

function isBack(): boolean {
  const away = safeSessionStorage.read(AWAY) !== null;
  safeSessionStorage.remove(AWAY);
  return away;
}

export type Reactivation = { reactivate: () => Promise<void>; busy: boolean };

/**
 * Reactivates the plan. If a card is needed, the tab goes to Stripe, returns with `?reactivate=true` and completes without
 * another click. From elsewhere the same URL only asks (`onRequested`), because a link must not charge anyone.
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

/** True if this tab navigates to Stripe. */
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

/** Consumes the URL parameter and calls back once, with false if it is absent. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- once per occurrence of the parameter
  }, [wished]);
}
