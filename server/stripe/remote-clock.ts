import type { Logger } from 'pino';
import { z } from 'zod';

const EVERY_MS = 1000;
const PATIENCE_MS = 2000;

const Answer = z.object({ now: z.iso.datetime() });

export type RemoteClock = {
  now: () => Date;
  /** Resolves after one more request; it may have failed. */
  read: () => Promise<void>;
  close: () => Promise<void>;
};

/** Clock of a sandbox in another process: system time plus the offset at the last request. */
export function openRemoteClock(sandboxUrl: string, realNow: () => Date, log: Logger): RemoteClock {
  let aheadMs = 0;
  let reading: Promise<void> | null = null;
  let silent = false;

  async function ask(): Promise<void> {
    const asked = realNow().getTime();
    const answer = await fetch(`${sandboxUrl}/sandbox/clock.json`, {
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { now } = Answer.parse(await answer.json());
    const midway = (asked + realNow().getTime()) / 2;
    aheadMs = new Date(now).getTime() - midway;
    silent = false;
  }

  const read = (): Promise<void> =>
    (reading ??= ask()
      .catch((error: unknown) => {
        if (!silent) log.warn({ err: error }, 'the sandbox’s clock does not answer: it goes on as it was');
        silent = true;
      })
      .finally(() => {
        reading = null;
      }));

  const timer = setInterval(() => void read(), EVERY_MS).unref();
  void read();
  return {
    now: () => new Date(realNow().getTime() + aheadMs),
    read,
    close: async () => {
      clearInterval(timer);
      await reading;
    },
  };
}
