import { HOUR_MS, type Bucket } from '#server/http/rate-limits.ts';

type From = { caller: { sellerId: string }; address: string };

/** Rate limits of functions that call Stripe for a plan or an account: per function, and per client address. */
export const planLimits =
  (act: string) =>
  ({ caller, address }: From): Bucket[] => [
    { key: `plan-${act}:${caller.sellerId}`, limit: 10, windowMs: HOUR_MS },
    { key: `plan:ip:${address}`, limit: 30, windowMs: HOUR_MS },
  ];
