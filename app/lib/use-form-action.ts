import { useState } from 'react';

import { getErrorMessage } from './error-message.ts';
import { withReauthentication } from './session/reauthentication.ts';

export type FormAction = {
  busy: boolean;
  /** Shown below the field, whose input stays. */
  error: string | null;
  /** Error code, if the error has one. */
  code: string | null;
  clear: () => void;
  /** Resolves to true when the action succeeded. */
  run: (action: () => Promise<unknown>) => Promise<boolean>;
};

const getErrorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Runs a form's action and keeps its error message for the form's field. */
export function useFormAction(): FormAction {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async (action: () => Promise<unknown>) => {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    try {
      await action();
      return true;
    } catch (cause) {
      setFailure(cause);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const error = failure === null ? null : getErrorMessage(failure);
  return { busy, error, code: getErrorCode(failure), run, clear: () => setFailure(null) };
}

/** Runs a form's action with step-up authentication if necessary. Errors stay available for the form's fields. */
export function useReauthFormAction() {
  const { busy, error, code, clear, run: runAction } = useFormAction();
  /** Resolves to true when the action succeeded. */
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    let isDone = false;
    await runAction(async () => {
      isDone = await withReauthentication(action);
    });
    return isDone;
  };
  return { busy, error, code, clear, run };
}
