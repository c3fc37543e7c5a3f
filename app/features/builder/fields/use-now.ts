import { useSyncExternalStore } from 'react';

const INTERVAL_MS = 10_000;

const getRoundedNow = (): number => Math.floor(Date.now() / INTERVAL_MS) * INTERVAL_MS;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, INTERVAL_MS);
  return () => clearInterval(timer);
}

/** Returns the current time, updated every ten seconds. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, getRoundedNow, getRoundedNow));
