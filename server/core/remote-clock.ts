import type { Logger } from 'pino';
import { z } from 'zod';

const POLL_INTERVAL_MS = 1000;
const REQUEST_TIMEOUT_MS = 2000;

const ClockResponse = z.object({ now: z.iso.datetime() });

type RemoteClock = {
  now: () => Date;
  /** Resolves after one more request; it may have failed. */
  read: () => Promise<void>;
  close: () => Promise<void>;
};

/** Clock of a sandbox in another process: system time plus the offset at the last request. */
export function openRemoteClock(sandboxUrl: string, realNow: () => Date, log: Logger): RemoteClock {
  let aheadMs = 0;
  let pendingRead: Promise<void> | null = null;
  let isUnreachable = false;

  async function fetchOffset(): Promise<void> {
    const requestedAt = realNow().getTime();
    const response = await fetch(`${sandboxUrl}/sandbox/clock.json`, {
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const { now } = ClockResponse.parse(await response.json());
    const midway = (requestedAt + realNow().getTime()) / 2;
    aheadMs = new Date(now).getTime() - midway;
    isUnreachable = false;
  }

  const read = (): Promise<void> =>
    (pendingRead ??= fetchOffset()
      .catch((error: unknown) => {
        if (!isUnreachable) log.warn({ err: error }, 'sandbox_clock_unavailable');
        isUnreachable = true;
      })
      .finally(() => {
        pendingRead = null;
      }));

  const timer = setInterval(() => void read(), POLL_INTERVAL_MS).unref();
  void read();
  return {
    now: () => new Date(realNow().getTime() + aheadMs),
    read,
    close: async () => {
      clearInterval(timer);
      await pendingRead;
    },
  };
}
