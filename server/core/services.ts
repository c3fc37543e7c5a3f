import type { SignInOptions } from '#domain/account.ts';
import type { Post, PostSummary, RelatedPost } from '#domain/blog-post.ts';
import type { BundleItem } from '#domain/bundle.ts';
import type { CheckoutLinkValues } from '#domain/checkout-link.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { OrderDelivery } from '#domain/delivered.ts';
import type { ErrorBody } from '#domain/errors.ts';
import type { ImageSize } from '#domain/image.ts';
import type { PaymentState, Receipt } from '#domain/order.ts';
import type { Availability } from '#domain/page-schedule.ts';
import type { PageChangeSinceView } from '#domain/price-change-since-view.ts';
import type {
  AccessLinkPage,
  EmailOptOutPage,
  Purchase,
  PurchaseReceipt,
  Purchases,
  PurchaseSeller,
} from '#domain/purchase.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';
import type { WebhookReference } from '#domain/webhook-event.ts';

import type { ApiDocument } from '../api/openapi-types.ts';

/** Pixel sizes of a page's images, so that the layout can reserve their space. */
export type ImageSizes = Record<'logo' | 'productImage', ImageSize | null>;

/** Names of the page's own font files, and of the stylesheet that declares them. */
export type FontFiles = { stylesheet: string; files: readonly string[] };

/** A published page as buyers may see it. */
export type PublicPage = {
  slug: string;
  version: number;
  /** Id of this version; independent of the page's address. */
  versionId: string;
  config: PublicCheckoutConfig;
  imageSizes: ImageSizes;
  /** Null until they are made; the page uses the full font files then. */
  fontFiles: FontFiles | null;
  sellerName: string | null;
  /** The page's only address when it is the root of the seller's own domain. */
  domainUrl: string | null;
  /** Stripe's types of the payment methods that the page offers, as the seller's account has them; null: not named. */
  paymentMethods: string[] | null;
  /** Price of one unit, in minor units of the config's currency. */
  amount: number;
  /** False when the seller has unpublished the page. It then shows a notice and accepts nothing. */
  onSale: boolean;
  /** True while the page takes no payments for some hours because too many cards were declined. */
  paused: boolean;
  /** False while the page is unpublished or paused, its seller cannot take payments, or has no plan. */
  acceptingPayments: boolean;
  /** Whether the page sells now according to its dates and stock. */
  availability: Availability;
  /** Pieces in stock, when the page shows them. */
  stockLeft: number | null;
  /** The countdown has ended; its effect is already applied to `config`. */
  countdownOver: boolean;
  /** The products of a bundle that it can sell now; empty for every other page. */
  bundleItems: readonly BundleItem[];
};

export type PageResult =
  /** `changesAt`: business time at which the page next changes by itself; null: never. */
  | {
      kind: 'page';
      page: PublicPage;
      sellerId: string;
      expiresAt: Date | null;
      /** Origins that may embed the page. */
      embedOrigins: readonly string[];
    }
  | { kind: 'moved'; slug: string }
  /** Suspended by the operator; none of its content is shown. */
  | { kind: 'suspended'; embedOrigins: readonly string[] }
  | { kind: 'missing' };

/**
 * Values of a checkout link, and where the page's back link leads. `completion`: what the page shows to a buyer who completes
 * its bundle; null for every other link.
 */
export type CheckoutPrefill = {
  id: string;
  values: CheckoutLinkValues;
  cancelUrl: string | null;
  completion: Pick<PublicPage, 'amount' | 'bundleItems'> | null;
};

export type AppliedCoupon = RpcContract['apply-coupon']['response'];
export type CheckoutRequest = RpcContract['create-checkout-session']['body'];

/**
 * Content of `/success` for anyone who has its address. The address is no secret (OWASP ASVS 14.2.1), so the content
 * names no buyer and soon has no value (decision record 115). `order` is null until the order exists.
 */
export type PaidOrder = {
  config: PublicCheckoutConfig;
  /** Shown to buyers who have paid. */
  successMessage: string;
  logoSize: ImageSize | null;
  /** The font files of the page; null: it uses the full ones. */
  fontFiles: FontFiles | null;
  sellerName: string | null;
  /** Contact address; null if the seller closed their account. */
  sellerEmail: string | null;
  /** URL of the page for another attempt; keeps the buyer's choices except a coupon. */
  pageUrl: string;
  /** The embedding site, with a parameter that identifies the order; null for direct visits and later views. */
  returnTo: string | null;
  state: PaymentState;
  order: Receipt | null;
  /** Null if the order delivers nothing. */
  delivery: OrderDelivery | null;
  /** The seller's URL that follows the payment; null in every other browser than the one that paid. */
  redirectUrl: string | null;
};

/** Properties of the requesting browser; `country` is empty when the edge names none. `cookies`: the Cookie header. */
export type RequestClient = { userAgent: string | null; country: string; cookies?: string | null };

export type Failure = { error: ErrorBody['error']; status: number };

/** `attemptToken` is sent with the next checkout request, which continues the order; `priceChange` is null without a page. */
export type CheckoutFailure = Failure & { attemptToken: string; priceChange: PageChangeSinceView | null };

/** A buyer's subscription together with its purchase. */
export type SubscriptionPurchase = {
  seller: PurchaseSeller;
  purchase: Purchase & { subscription: NonNullable<Purchase['subscription']> };
};

/** The purchases of one verified email address. No method reaches another address. */
export type BuyerAccount = {
  email: string;
  /** `page` counts from 1. */
  listPurchases: (page: number) => Promise<Purchases>;
  /** Path of a bundle's page at the price for a buyer who has bought some of its products. */
  createCompletionUrl: (pageId: string) => Promise<{ url: string } | Failure>;
  findReceipt: (orderId: string) => Promise<PurchaseReceipt | null>;
  findSubscription: (subscriptionId: string) => Promise<SubscriptionPurchase | null>;
  /** Cancels at the end of the paid period, or at once when the last payment failed. Null: success. */
  cancelSubscription: (subscriptionId: string) => Promise<Failure | null>;
  resumeSubscription: (subscriptionId: string) => Promise<Failure | null>;
  /** URL of the Stripe page on which the card is changed. */
  createCardUpdateUrl: (subscriptionId: string) => Promise<{ url: string } | Failure>;
  /** Charges the subscription to the card that was saved on that page. Null: success. */
  applyUpdatedCard: (subscriptionId: string) => Promise<Failure | null>;
  /** All data stored for the address, as JSON. */
  exportData: () => Promise<{ text: string } | Failure>;
};

/** Buyer portal, which needs no account. `cookies`: request header value; `setCookie`: response header value. */
export type BuyerPortal = {
  /** Emails a sign-in link. Response and timing are the same whether or not the address has purchases. */
  requestLink: (emailInput: string, clientAddress: string) => Promise<Failure | null>;
  /** Whether a link is still valid; does not use it up. */
  isLinkValid: (token: string) => Promise<boolean>;
  redeemLink: (
    token: string,
    cookies: string | null,
    clientAddress: string,
  ) => Promise<{ setCookie: string } | Failure>;
  /** Null: not signed in. */
  authenticate: (cookies: string | null) => Promise<BuyerAccount | null>;
  /** Removes the session cookie; `setCookie` is null when there was none. */
  signOut: (cookies: string | null) => Promise<{ setCookie: string | null }>;
};

/**
 * Server functions for public route loaders and actions. Failures are returned as values because the two module graphs
 * (server and React Router bundle) do not share error classes.
 */
export type Services = {
  appUrl: string;
  sandbox: boolean;
  /** URL of the sandbox's webhook receiver, when there is one. */
  webhookReceiverUrl: string | null;
  /** The system clock. */
  realNow: () => Date;
  signInOptions: SignInOptions;
  pagePath: (slug: string) => string;
  findPage: (slug: string) => Promise<PageResult>;
  /** The values of a checkout link; null if it is expired, used or unknown. */
  findCheckoutPrefill: (slug: string, id: string) => Promise<CheckoutPrefill | null>;
  /** `quantity`: as typed. */
  applyCoupon: (
    slug: string,
    code: string,
    clientAddress: string,
    order?: Pick<CheckoutRequest, 'quantity' | 'withoutTrial'>,
  ) => Promise<AppliedCoupon | Failure>;
  /** `slug` is the page's current address. An unknown attempt token is replaced. */
  startCheckout: (
    request: CheckoutRequest,
    clientAddress: string,
    client?: RequestClient,
  ) => Promise<{ url: string; attemptId: string; slug: string; setCookie: string | null } | CheckoutFailure>;
  /** Reports a page to the operator. The response does not reveal whether the page exists; null: success. */
  reportPage: (input: RpcContract['report-page']['body'], clientAddress: string) => Promise<Failure | null>;
  /** Stripe URL of an open checkout attempt of this page, for the redirect without JavaScript. */
  findCheckoutUrl: (slug: string, attemptId: string) => Promise<string | null>;
  /** Ids of the order bumps that the visitor at this address added before they canceled the open attempt. */
  findCanceledBumps: (slug: string, attemptId: string, clientAddress: string) => Promise<string[]>;
  /** Gives an unpaid attempt to the browser that an embedded page sent here with a one-time token; null: it is not valid. */
  redeemBrowserToken: (
    attemptId: string,
    token: string,
    cookies: string | null,
  ) => Promise<{ setCookie: string } | null>;
  findPaidOrder: (orderToken: string, cookies?: string | null) => Promise<PaidOrder | null>;
  /** Emails the buyer of a success URL what the order delivers. Null: success. */
  sendDelivery: (orderToken: string, clientAddress: string) => Promise<Failure | null>;
  /** The order behind a link from an email; null for every token that is not valid. */
  findAccessLink: (token: string) => Promise<AccessLinkPage | null>;
  /** Emails a sign-in link to the buyer of an old access link. Null: success. */
  confirmAccessLink: (token: string, clientAddress: string) => Promise<Failure | null>;
  /** Null for every token that is not valid. */
  findEmailOptOut: (token: string) => Promise<EmailOptOutPage | null>;
  setEmailOptOut: (token: string, isOptedOut: boolean) => Promise<void>;
  /** Why what an order delivers cannot be opened, where the document says so; null in every other document. */
  deliveryProblem: Failure | null;
  buyerPortal: BuyerPortal;
  /** OpenAPI document for the API reference. */
  apiDocument: () => ApiDocument;
  /** Published posts, newest first. */
  listPosts: () => Promise<PostSummary[]>;
  /** A published post with sanitized content. */
  findPost: (slug: string) => Promise<Post | null>;
  listRelatedPosts: (slug: string) => Promise<RelatedPost[]>;
  /** Event examples for the webhook documentation. */
  webhookReference: () => WebhookReference;
  logRouteError: (error: unknown, path: string) => void;
};
