import type { Post, PostSummary, RelatedPost } from '#domain/blog.ts';
import type { Calls } from '#domain/calls.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { ErrorBody } from '#domain/errors.ts';
import type { OrderRow } from '#domain/order.ts';

/** A published page as buyers may see it. */
export type PublicPage = {
  slug: string;
  version: number;
  /** Of this version of this page alone, whatever address it has. */
  versionId: string;
  config: PublicCheckoutConfig;
  sellerName: string | null;
  /** Minor units of the config's currency. */
  amount: number;
  /** False when its seller has taken the page off sale: the page says so, politely. Then nothing is accepted either. */
  onSale: boolean;
  /** False while the page is off sale or its seller cannot take money. */
  acceptingPayments: boolean;
};

export type FoundPage =
  | { kind: 'page'; page: PublicPage; sellerId: string }
  | { kind: 'moved'; slug: string }
  | { kind: 'missing' };

export type AppliedCoupon = Calls['apply-coupon']['answer'];
export type PayRequest = Calls['create-checkout-session']['body'];

/** What `/success` may tell the browser that carries the order's token. `order` is null until it is confirmed. */
export type PaidOrder = {
  config: PublicCheckoutConfig;
  sellerName: string | null;
  order: Pick<
    OrderRow,
    'number' | 'productName' | 'currency' | 'total' | 'discount' | 'couponCode' | 'email'
  > | null;
};

export type Refused = { refused: ErrorBody['error']; status: number };

/**
 * What public loaders and actions may ask of the shop: reads, and the two acts of a buyer. Refusals come back
 * as values, because the two module graphs do not share classes.
 */
export type Shop = {
  appUrl: string;
  sandbox: boolean;
  /** The real clock. */
  realNow: () => Date;
  findPage: (slug: string) => Promise<FoundPage>;
  applyCoupon: (slug: string, code: string, clientAddress: string) => Promise<AppliedCoupon | Refused>;
  pay: (request: PayRequest, clientAddress: string) => Promise<{ url: string; attemptId: string } | Refused>;
  /** The provider's address of an open attempt of this page, for the hand-over without script. */
  findHandOver: (slug: string, attemptId: string) => Promise<string | null>;
  findPaidOrder: (orderToken: string) => Promise<PaidOrder | null>;
  /** Published posts, newest first. */
  listPosts: () => Promise<PostSummary[]>;
  /** A published post; its content is harmless. */
  findPost: (slug: string) => Promise<Post | null>;
  listRelatedPosts: (slug: string) => Promise<RelatedPost[]>;
  /** Writes an unexpected error of a route into the log. */
  reportFault: (error: unknown, path: string) => void;
};
