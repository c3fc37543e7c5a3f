import { setTimeout as wait } from 'node:timers/promises';

/** `doubted`: something points to an outage, and a probe is running. */
export type DbHealthState = 'here' | 'doubted' | 'away';

/** Availability of the database, so that callers do not wait for one that is down. */
export type DbHealth = {
  state: () => DbHealthState;
  /** Reports a sign of an outage: a lost connection or a missing answer. */
  markSuspect: () => void;
};

/** State of a database in this process, which is always available. */
export const ALWAYS_AVAILABLE: DbHealth = { state: () => 'here', markSuspect: () => undefined };

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
  let state: DbHealthState = 'here';
  let probing: Promise<void> | null = null;

  async function isAvailable(): Promise<boolean> {
    try {
      await probe();
      return true;
    } catch (error) {
      if (state === 'doubted' && !closing.signal.aborted) {
        state = 'away';
        onUnavailable(error);
      }
      return false;
    }
  }

  async function probeUntilAvailable(): Promise<void> {
    while (!closing.signal.aborted && !(await isAvailable()))
      await wait(PROBE_INTERVAL_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    const wasUnavailable = state === 'away';
    state = 'here';
    probing = null;
    if (wasUnavailable && !closing.signal.aborted) onAvailable();
  }

  return {
    state: () => state,
    markSuspect: () => {
      if (probing || closing.signal.aborted) return;
      state = 'doubted';
      probing = probeUntilAvailable();
    },
    close: async () => {
      closing.abort();
      await probing;
    },
  };
}
