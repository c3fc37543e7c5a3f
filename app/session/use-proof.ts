import { useState } from 'react';

import { problemWords } from './problem-words.ts';

export type Proof = {
  busy: boolean;
  /** Shown below the field, whose input stays. */
  problem: string | null;
  /** Error code, if the error has one. */
  code: string | null;
  clear: () => void;
  /** Resolves to true when the action succeeded. */
  prove: (act: () => Promise<unknown>) => Promise<boolean>;
};

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Runs a form's action and keeps its error message for the form's field. */
export function useProof(): Proof {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const prove = async (act: () => Promise<unknown>) => {
    if (busy) return false;
    setBusy(true);
    setError(null);
    try {
      await act();
      return true;
    } catch (refusal) {
      setError(refusal);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const problem = error === null ? null : problemWords(error);
  return { busy, problem, code: codeOf(error), prove, clear: () => setError(null) };
}
