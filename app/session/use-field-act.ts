import { withReauthentication } from './confirmed.ts';
import { useFormAction } from './use-proof.ts';

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
