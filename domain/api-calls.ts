import type { ApiKey, ApiScope } from './api-key.ts';
import type { Coupon } from './coupon.ts';

/** The functions of keys, and those that machines need more than people do, among all of `Calls`. */
export type ApiCalls = {
  'list-api-keys': { body: Record<string, never>; answer: { keys: ApiKey[] } };
  /** `secret`: the key itself, which is told here and never again. */
  'create-api-key': {
    body: { name: string; scopes: ApiScope[]; /** Left out: it does not end by itself. */ days?: number };
    answer: { key: ApiKey; secret: string };
  };
  'revoke-api-key': { body: { keyId: string }; answer: { revoked: true } };
  /** The coupons of a page: those that buyers can use, and those of the draft. */
  'list-coupons': { body: { pageId: string }; answer: { coupons: (Coupon & { live: boolean })[] } };
  /** Into the draft, and where the page is published into what buyers see, by a version of its own. */
  'create-coupon': {
    body: { pageId: string; coupon: Coupon };
    answer: { coupon: Coupon & { live: boolean }; version: number };
  };
  'delete-coupon': { body: { pageId: string; code: string }; answer: { deleted: true; version: number } };
};
