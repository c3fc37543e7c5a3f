import { useState } from 'react';

import { authProblem } from '#app/session/session.ts';
import { clearToasts, toast } from '#app/ui/toast.tsx';

/** The one toast for a refusal of the auth doors. */
export const tellRefusal = (error: unknown, words = authProblem): void =>
  toast({ title: 'Error', message: words(error) }, { destructive: true });

/** One thing at a time: `busy` names what is tried, whatever went wrong is told. */
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
