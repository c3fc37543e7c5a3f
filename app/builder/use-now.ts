import { useSyncExternalStore } from 'react';

const STEP_MS = 10_000;

const step = (): number => Math.floor(Date.now() / STEP_MS) * STEP_MS;

function everyStep(tell: () => void): () => void {
  const timer = setInterval(tell, STEP_MS);
  return () => clearInterval(timer);
}

/** Returns the current time, updated every ten seconds. */
export const useNow = (): Date => new Date(useSyncExternalStore(everyStep, step, step));
