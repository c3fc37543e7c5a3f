import { useState } from 'react';

import type { ToastContent } from '#app/components/toast-card.tsx';
import { toast } from '#app/components/toast.tsx';

import { getErrorMessage } from './error-message.ts';
import { RpcError } from './rpc/rpc-error.ts';
import { getConfirmationLinkAction } from './session/confirmation-link.tsx';
import { withReauthentication } from './session/reauthentication.ts';

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
