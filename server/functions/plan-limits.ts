import { HOUR_MS, type Bucket } from '#server/http/rate-limits.ts';

type From = { caller: { sellerId: string }; address: string };

/** Of what asks the provider for a seller's plan or account: each act by itself, and all of them from one place. */
export const planLimits =
  (act: string) =>
  ({ caller, address }: From): Bucket[] => [
    { key: `plan-${act}:${caller.sellerId}`, limit: 10, windowMs: HOUR_MS },
    { key: `plan:ip:${address}`, limit: 30, windowMs: HOUR_MS },
  ];
