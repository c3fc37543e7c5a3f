import { setTimeout as wait } from 'node:timers/promises';

/** `doubted`: something points to trouble, and it is being looked at this moment. */
export type PulseState = 'here' | 'doubted' | 'away';

/** Whether the database is there, so that nobody waits for one that is not. */
export type Pulse = {
  state: () => PulseState;
  /** Something points to trouble: a lost connection, an answer that did not come. */
  doubt: () => void;
};

/** Of a database in this process. */
export const ALWAYS_HERE: Pulse = { state: () => 'here', doubt: () => undefined };

const LOOK_AGAIN_MS = 250;

type Parts = {
  /** Throws, soon, when the database does not answer. */
  look: () => Promise<void>;
  onAway: (error: unknown) => void;
  onBack: () => void;
};

/**
 * Looks at once when there is doubt. What fails that look is away until a later one goes well; meanwhile everything that
 * is asked of the database is refused at once instead of being waited for.
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
