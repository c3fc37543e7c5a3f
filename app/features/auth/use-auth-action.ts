import { useState } from 'react';

import type { ToastContent } from '#app/components/toast-card.tsx';
import { clearToasts, toast } from '#app/components/toast.tsx';
import { getAuthErrorMessage } from '#app/lib/session/session.ts';
import { authMessages } from '#content/messages/auth.ts';
import { welcomeMessages } from '#content/messages/welcome.ts';
import { SITE } from '#content/site.ts';

export const WELCOME_BACK: ToastContent = authMessages.toasts.welcomeBack;
const WELCOME_NEW: ToastContent = authMessages.toasts.welcome({ siteName: SITE.name });

/** Welcomes the owner of a new account. The toast about the trial, if one starts, replaces this one. */
export const toastNewAccount = (): void => toast(WELCOME_NEW, { cause: welcomeMessages.title });

/** Shows an error of the auth endpoints in a toast. */
export const toastAuthError = (error: unknown, getMessage = getAuthErrorMessage): void =>
  toast({ title: authMessages.toasts.errorTitle, message: getMessage(error) }, { destructive: true });

/** Runs one action at a time. `busy` is the name of the running action; errors go to `onError`. */
export function useAuthAction<Name extends string = 'it'>() {
  const [busy, setBusy] = useState<Name | null>(null);
  const run = async (
    actionName: Name,
    action: () => Promise<unknown>,
    onError: (error: unknown) => void = toastAuthError,
  ) => {
    if (busy) return;
    clearToasts();
    setBusy(actionName);
    try {
      await action();
    } catch (error) {
      onError(error);
    } finally {
      setBusy(null);
    }
  };
  return { busy, run };
}
