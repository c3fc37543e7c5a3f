import PQueue from 'p-queue';

export const REQUESTS_PER_SECOND = 5;
/** After a 429 no request starts for this long. Shorter than the timeout of callers, even if several wait. */
const RATE_LIMIT_PAUSE_MS = 1000;

/**
 * Limits background requests to Stripe, including retries, to an even rate, and pauses after each 429. `perSecond` can be
 * Infinity: then nothing is limited.
 */
export function rateLimitedFetch(perSecond = REQUESTS_PER_SECOND): (innerFetch: typeof fetch) => typeof fetch {
  if (perSecond === Infinity) return (innerFetch) => innerFetch;
  const queue = new PQueue({ interval: 1000 / perSecond, intervalCap: 1, strict: true });
  let resumeTimer: NodeJS.Timeout | undefined;
  const pause = () => {
    queue.pause();
    clearTimeout(resumeTimer);
    resumeTimer = setTimeout(() => queue.start(), RATE_LIMIT_PAUSE_MS);
  };
  return (innerFetch) => async (input, init) => {
    const response = await queue.add(() => innerFetch(input, init));
    if (response.status === 429) pause();
    return response;
  };
}
