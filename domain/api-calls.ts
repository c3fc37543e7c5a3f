import type { ApiKey, ApiScope } from './api-key.ts';
import type { Coupon } from './coupon.ts';

/** RPC functions for API keys, and functions that mostly the public API needs. */
export type ApiKeyRpc = {
  'list-api-keys': { body: Record<string, never>; response: { keys: ApiKey[] } };
  /** `secret`: the full key; it is returned only here. */
  'create-api-key': {
    body: { name: string; scopes: ApiScope[]; /** Omitted: the key does not expire. */ days?: number };
    response: { key: ApiKey; secret: string };
  };
  'revoke-api-key': { body: { keyId: string }; response: { revoked: true } };
  /** Coupons of a page: the published ones and those of the draft. */
  'list-coupons': { body: { pageId: string }; response: { coupons: (Coupon & { live: boolean })[] } };
  /** Adds the coupon to the draft and, if the page is published, publishes a new version with it. */
  'create-coupon': {
    body: { pageId: string; coupon: Coupon };
    response: { coupon: Coupon & { live: boolean }; version: number };
  };
  'delete-coupon': { body: { pageId: string; code: string }; response: { deleted: true; version: number } };
};
