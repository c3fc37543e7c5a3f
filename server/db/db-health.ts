import { setTimeout as wait } from 'node:timers/promises';

/** `suspect`: something points to an outage, and a probe is running. */
type DbHealthState = 'available' | 'suspect' | 'unavailable';

/** Availability of the database, so that callers do not wait for one that is down. */
export type DbHealth = {
  state: () => DbHealthState;
  /** Reports a sign of an outage: a lost connection or a missing answer. */
  markSuspect: () => void;
};

/** State of a database in this process, which is always available. */
export const ALWAYS_AVAILABLE: DbHealth = { state: () => 'available', markSuspect: () => undefined };

const PROBE_INTERVAL_MS = 250;

type DbHealthOptions = {
  /** Throws soon when the database does not answer. */
  probe: () => Promise<void>;
  onUnavailable: (error: unknown) => void;
  onAvailable: () => void;
};

/**
 * Probes the database as soon as it is suspect. When the probe fails, the database counts as unavailable until a later
 * probe succeeds; meanwhile queries are rejected at once instead of waiting.
 */
export function openDbHealth({
  probe,
  onUnavailable,
  onAvailable,
}: DbHealthOptions): DbHealth & { close: () => Promise<void> } {
  const closing = new AbortController();
  let state: DbHealthState = 'available';
  let probing: Promise<void> | null = null;

  async function isAvailable(): Promise<boolean> {
    try {
      await probe();
      return true;
    } catch (error) {
      if (state === 'suspect' && !closing.signal.aborted) {
        state = 'unavailable';
        onUnavailable(error);
      }
      return false;
    }
  }

  async function probeUntilAvailable(): Promise<void> {
    while (!closing.signal.aborted && !(await isAvailable()))
      await wait(PROBE_INTERVAL_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    const wasUnavailable = state === 'unavailable';
    state = 'available';
    probing = null;
    if (wasUnavailable && !closing.signal.aborted) onAvailable();
  }

  return {
    state: () => state,
    markSuspect: () => {
      if (probing || closing.signal.aborted) return;
      state = 'suspect';
      probing = probeUntilAvailable();
    },
    close: async () => {
      closing.abort();
      await probing;
    },
  };
}
