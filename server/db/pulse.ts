import { setTimeout as wait } from 'node:timers/promises';

/** `doubted`: something points to an outage, and a probe is running. */
export type PulseState = 'here' | 'doubted' | 'away';

/** Availability of the database, so that callers do not wait for one that is down. */
export type Pulse = {
  state: () => PulseState;
  /** Reports a sign of an outage: a lost connection or a missing answer. */
  doubt: () => void;
};

/** State of a database in this process, which is always available. */
export const ALWAYS_HERE: Pulse = { state: () => 'here', doubt: () => undefined };

const LOOK_AGAIN_MS = 250;

type Parts = {
  /** Throws soon when the database does not answer. */
  look: () => Promise<void>;
  onAway: (error: unknown) => void;
  onBack: () => void;
};

/**
 * Probes the database as soon as it is suspect. When the probe fails, the database counts as unavailable until a later
 * probe succeeds; meanwhile queries are rejected at once instead of waiting.
 */
export function openPulse({ look, onAway, onBack }: Parts): Pulse & { close: () => Promise<void> } {
  const closing = new AbortController();
  let state: PulseState = 'here';
  let looking: Promise<void> | null = null;

  async function isThere(): Promise<boolean> {
    try {
      await look();
      return true;
    } catch (error) {
      if (state === 'doubted' && !closing.signal.aborted) {
        state = 'away';
        onAway(error);
      }
      return false;
    }
  }

  async function lookUntilItIsThere(): Promise<void> {
    while (!closing.signal.aborted && !(await isThere()))
      await wait(LOOK_AGAIN_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    const wasAway = state === 'away';
    state = 'here';
    looking = null;
    if (wasAway && !closing.signal.aborted) onBack();
  }

  return {
    state: () => state,
    doubt: () => {
      if (looking || closing.signal.aborted) return;
      state = 'doubted';
      looking = lookUntilItIsThere();
    },
    close: async () => {
      closing.abort();
      await looking;
    },
  };
}
