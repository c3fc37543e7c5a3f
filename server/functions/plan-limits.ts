import { HOUR_MS, type Bucket } from '#server/http/rate-limits.ts';

type SellerRequest = { caller: { sellerId: string }; address: string };

/** Rate limits of functions that call Stripe for a plan or an account: per function, and per client address. */
export const planRateLimits =
  (action: string) =>
  ({ caller, address }: SellerRequest): Bucket[] => [
    { key: `plan-${action}:${caller.sellerId}`, limit: 10, windowMs: HOUR_MS },
    { key: `plan:ip:${address}`, limit: 30, windowMs: HOUR_MS },
  ];
