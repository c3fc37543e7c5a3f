import { useState } from 'react';

import { authProblem } from '#app/session/session.ts';
import { clearToasts, toast } from '#app/ui/toast.tsx';

/** Shows an error of the auth endpoints in a toast. */
export const tellRefusal = (error: unknown, words = authProblem): void =>
  toast({ title: 'Error', message: words(error) }, { destructive: true });

/** Runs one action at a time. `busy` is the name of the running action; errors go to `onError`. */
export function useAttempt<Name extends string = 'it'>() {
  const [busy, setBusy] = useState<Name | null>(null);
  const attempt = async (
    name: Name,
    act: () => Promise<unknown>,
    tell: (error: unknown) => void = tellRefusal,
  ) => {
    if (busy) return;
    clearToasts();
    setBusy(name);
    try {
      await act();
    } catch (error) {
      tell(error);
    } finally {
      setBusy(null);
    }
  };
  return { busy, attempt };
}
