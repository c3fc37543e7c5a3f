const SECOND_MS = 1000;
/** Stripe's limits for each endpoint and for each account, in requests per second (docs.stripe.com/rate-limits). */
export const MAX_PER_ENDPOINT = 25;
export const MAX_PER_ACCOUNT = 100;

export type RateLimiter = {
  /** Returns false when the request exceeds a limit; a refused request does not count. */
  take: (account: string, endpoint: string) => boolean;
};

/** Counts the requests of the last second in real time, because the sandbox's own clock can be moved. */
export const openRateLimiter = (now: () => number): RateLimiter => {
  const taken = new Map<string, number[]>();
  const recent = (name: string): number[] => {
    const from = now() - SECOND_MS;
    const times = (taken.get(name) ?? []).filter((time) => time > from);
    taken.set(name, times);
    return times;
  };
  return {
    take: (account, endpoint) => {
      const ofAccount = recent(account);
      const ofEndpoint = recent(`${account} ${endpoint}`);
      if (ofAccount.length >= MAX_PER_ACCOUNT || ofEndpoint.length >= MAX_PER_ENDPOINT) return false;
      ofAccount.push(now());
      ofEndpoint.push(now());
      return true;
    },
  };
};
