import { z } from 'zod';

import { DAY_MS } from './time-units.ts';

/** Text that a seller's program attaches to a checkout and finds again on its order. Buyers never see it. */
export type Metadata = Record<string, string>;

const METADATA_LIMITS = { keys: 50, key: 40, value: 500 } as const;

export const MetadataInput = z
  .record(z.string().min(1).max(METADATA_LIMITS.key), z.string().max(METADATA_LIMITS.value))
  .refine((metadata) => Object.keys(metadata).length <= METADATA_LIMITS.keys, 'Too many keys')
  .describe('Your own data, as up to 50 texts of up to 500 characters. Buyers never see it.');

export const ExternalId = z
  .string()
  .min(1)
  .max(200)
  .describe('Your own ID for this, such as the ID of a user or cart.');

/**
 * What the page is filled in with. `amount` and `quantity`: as the page's form expects them. `completesBundle`: the buyer with
 * this email address pays only for the products that they have not bought yet.
 */
export type CheckoutLinkValues = {
  plan?: string;
  amount?: string;
  quantity?: string;
  couponCode?: string;
  email?: string;
  answers?: Record<string, string>;
  completesBundle?: boolean;
};

export const CHECKOUT_LINK_TTL_MS = DAY_MS;
export const MAX_CHECKOUT_LINK_TTL_MS = 30 * DAY_MS;
/** Links are deleted this long after they expired. Orders keep their metadata. */
export const CHECKOUT_LINK_RETENTION_MS = 30 * DAY_MS;
/** Part of a success URL that is replaced with the ID of the checkout. */
export const CHECKOUT_ID_PLACEHOLDER = '{CHECKOUT_ID}';
