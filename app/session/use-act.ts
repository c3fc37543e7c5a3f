import { useState } from 'react';

import { RpcError } from './call-error.ts';
import { getConfirmationLinkAction } from './confirmation-link.tsx';
import { withReauthentication } from './confirmed.ts';
import { getErrorMessage } from './problem-words.ts';
import { toast } from '#app/ui/toast.tsx';
import type { ToastContent } from '#app/ui/toast-card.tsx';

type ActionMessages = { success?: ToastContent; failureTitle: string };

export type ActionRunner = {
  busy: boolean;
  /** Resolves to true when the action succeeded; false when it failed or the user did not reauthenticate. */
  run: (action: () => Promise<unknown>, messages: ActionMessages) => Promise<boolean>;
};

/** Runs an action that has no form field for its error, and reports the result in a toast. */
export function useAction(): ActionRunner {
  const [busy, setBusy] = useState(false);
  const run: ActionRunner['run'] = async (action, { success, failureTitle }) => {
    if (busy) return false;
    setBusy(true);
    try {
      const isDone = await withReauthentication(action);
      if (isDone && success) toast(success);
      return isDone;
    } catch (error) {
      const title = error instanceof RpcError ? (error.title ?? failureTitle) : failureTitle;
      toast(
        { title, message: getErrorMessage(error) },
        { destructive: true, action: getConfirmationLinkAction(error) },
      );
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
