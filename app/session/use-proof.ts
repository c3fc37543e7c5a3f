import { useState } from 'react';

import { problemWords } from './problem-words.ts';

export type Proof = {
  busy: boolean;
  /** Stands beneath the field; what was typed stays. */
  problem: string | null;
  /** The code of the refusal, where it has one. */
  code: string | null;
  clear: () => void;
  /** True when it was taken. */
  prove: (act: () => Promise<unknown>) => Promise<boolean>;
};

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Tries something that may be refused, and keeps the words of the refusal for its field. */
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
