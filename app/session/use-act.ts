import { useState } from 'react';

import { CallError } from './call-error.ts';
import { confirmationLinkAct } from './confirmation-link.tsx';
import { confirmed } from './confirmed.ts';
import { problemWords } from './problem-words.ts';
import { toast } from '#app/ui/toast.tsx';
import type { ToastWords } from '#app/ui/toast-card.tsx';

type Words = { done?: ToastWords; failed: string };

export type Acting = {
  busy: boolean;
  /** Resolves to true when the action succeeded; false when it failed or the user did not reauthenticate. */
  run: (act: () => Promise<unknown>, words: Words) => Promise<boolean>;
};

/** Runs an action that has no form field for its error, and reports the result in a toast. */
export function useAct(): Acting {
  const [busy, setBusy] = useState(false);
  const run: Acting['run'] = async (act, { done, failed }) => {
    if (busy) return false;
    setBusy(true);
    try {
      const acted = await confirmed(act);
      if (acted && done) toast(done);
      return acted;
    } catch (error) {
      const title = error instanceof CallError ? (error.title ?? failed) : failed;
      toast({ title, message: problemWords(error) }, { destructive: true, act: confirmationLinkAct(error) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
