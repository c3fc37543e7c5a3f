import { confirmed } from './confirmed.ts';
import { useProof } from './use-proof.ts';

/** Does what a form asks for, after they have shown who they are where that is needed; refusals stay for its fields. */
export function useFieldAct() {
  const { busy, problem, code, clear, prove } = useProof();
  /** True when it was done. */
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    let done = false;
    await prove(async () => {
      done = await confirmed(act);
    });
    return done;
  };
  return { busy, problem, code, clear, run };
}
