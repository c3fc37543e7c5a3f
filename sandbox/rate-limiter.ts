const SECOND_MS = 1000;
/** Stripe's limits for each endpoint and for each account, in requests per second (docs.stripe.com/rate-limits). */
export const MAX_PER_ENDPOINT = 25;
export const MAX_PER_ACCOUNT = 100;

export type RateLimiter = {
  /** Returns false when the request exceeds a limit; a refused request does not count. */
  tryAcquire: (account: string, endpoint: string) => boolean;
};

/** Counts the requests of the last second in real time, because the sandbox's own clock can be moved. */
export const createRateLimiter = (now: () => number): RateLimiter => {
  const requestTimes = new Map<string, number[]>();
  const recentRequests = (name: string): number[] => {
    const from = now() - SECOND_MS;
    const times = (requestTimes.get(name) ?? []).filter((time) => time > from);
    requestTimes.set(name, times);
    return times;
  };
  return {
    tryAcquire: (account, endpoint) => {
      const accountRequests = recentRequests(account);
      const endpointRequests = recentRequests(`${account} ${endpoint}`);
      if (accountRequests.length >= MAX_PER_ACCOUNT || endpointRequests.length >= MAX_PER_ENDPOINT) return false;
      accountRequests.push(now());
      endpointRequests.push(now());
      return true;
    },
  };
};
