import { DAY_MS, HOUR_MS, MINUTE_MS } from './time-units.ts';

// The part of the API that programs on buyers' devices use.

/** Limits of license requests: per key, per client address, and of unknown keys from one address, which then block it. */
export const LICENSE_API_LIMITS = {
  key: { limit: 60, windowMs: MINUTE_MS },
  address: { limit: 600, windowMs: MINUTE_MS },
  unknownKeys: { limit: 20, windowMs: HOUR_MS },
} as const;

export const LICENSE_KEY_LENGTH = { min: 6, max: 200 } as const;
export const MAX_FINGERPRINT_LENGTH = 200;
export const MAX_DEVICE_LABEL_LENGTH = 100;

/** A proof can be checked offline for this long. */
export const PROOF_LIFETIME_DAYS = 14;
export const PROOF_LIFETIME_MS = PROOF_LIFETIME_DAYS * DAY_MS;
