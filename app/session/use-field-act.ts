import { confirmed } from './confirmed.ts';
import { useProof } from './use-proof.ts';

/** Runs a form's action with step-up authentication if necessary. Errors stay available for the form's fields. */
export function useFieldAct() {
  const { busy, problem, code, clear, prove } = useProof();
  /** Resolves to true when the action succeeded. */
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    let done = false;
    await prove(async () => {
      done = await confirmed(act);
    });
    return done;
  };
  return { busy, problem, code, clear, run };
}
