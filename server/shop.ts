import type { SignInOptions } from '#domain/account.ts';
import type { Post, PostSummary, RelatedPost } from '#domain/blog.ts';
import type { Calls } from '#domain/calls.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { ErrorBody } from '#domain/errors.ts';
import type { ImageSize } from '#domain/image.ts';
import type { Availability } from '#domain/offer.ts';
import type { PaymentState, Receipt } from '#domain/order.ts';
import type { PageSince } from '#domain/page-since.ts';
import type { Purchase, PurchaseReceipt, Purchases, PurchaseSeller } from '#domain/purchase.ts';
import type { WebhookReference } from '#domain/webhook-event.ts';

import type { ApiDocument } from './api/openapi-types.ts';

/** Pixels of a page's images, so that their places can be kept. */
export type ImageSizes = Record<'logo' | 'productImage', ImageSize | null>;

/** A published page as buyers may see it. */
export type PublicPage = {
  slug: string;
  version: number;
  /** Of this version of this page alone, whatever address it has. */
  versionId: string;
  config: PublicCheckoutConfig;
  imageSizes: ImageSizes;
  sellerName: string | null;
  /** The one address that it is known by, where it stands at the root of a name of its seller's own. */
  domainUrl: string | null;
  /** Minor units of the config's currency. */
  amount: number;
  /** False when its seller has taken the page off sale: the page says so, politely. Then nothing is accepted either. */
  onSale: boolean;
  /** It takes no payments for some hours, because too many cards were refused on it. Then nothing is accepted either. */
  paused: boolean;
  /** False while the page is off sale or paused, its seller cannot take money, or they have no plan. */
  acceptingPayments: boolean;
  /** Whether it sells now, as far as its dates and its stock go. */
  availability: Availability;
  /** Pieces left, where the page shows them. */
  left: number | null;
  /** Its countdown is over: what is to happen then has happened to `config` already. */
  countdownOver: boolean;
};

export type FoundPage =
  /** `changesAt`: when, by the business clock, it looks different without anybody's doing; null: never. */
  | {
      kind: 'page';
      page: PublicPage;
      sellerId: string;
      changesAt: Date | null;
      /** The sites that it may stand in. */
      embedOrigins: readonly string[];
    }
  | { kind: 'moved'; slug: string }
  /** Taken down by whoever runs the shop: nothing of it is shown. */
  | { kind: 'suspended'; embedOrigins: readonly string[] }
  | { kind: 'missing' };

export type AppliedCoupon = Calls['apply-coupon']['answer'];
export type PayRequest = Calls['create-checkout-session']['body'];

/**
 * What `/success` tells whoever has its address. That is no secret (OWASP ASVS 14.2.1): nothing here says who paid, or is
 * worth something. `order` is null until there is one.
 */
export type PaidOrder = {
  config: PublicCheckoutConfig;
  /** For those who have paid. */
  successMessage: string;
  logoSize: ImageSize | null;
  sellerName: string | null;
  /** The way back for another try, with what was chosen but for a coupon. */
  pageUrl: string;
  /** The site that the buyer came from, with a mark of this order; null where they came to the page itself, and later. */
  returnTo: string | null;
  state: PaymentState;
  order: Receipt | null;
};

/** What a request tells of who sends it; `country` is empty where no edge names it. */
export type Sender = { userAgent: string | null; country: string };

export type Refused = { refused: ErrorBody['error']; status: number };

/** `attempt` is what the next press carries, so that it is the same order; `since` is null of a page that is away. */
export type RefusedPress = Refused & { attempt: string; since: PageSince | null };

/** A subscription of a buyer, with the purchase that it came with. */
export type SubscribedPurchase = {
  seller: PurchaseSeller;
  purchase: Purchase & { subscription: NonNullable<Purchase['subscription']> };
};

/** What a browser may see and do whose user has shown that a mailbox is theirs. Nothing here reaches another address. */
export type Buyer = {
  email: string;
  /** `page` counts from 1. */
  listPurchases: (page: number) => Promise<Purchases>;
  findReceipt: (orderId: string) => Promise<PurchaseReceipt | null>;
  findSubscription: (subscriptionId: string) => Promise<SubscribedPurchase | null>;
  /** At the end of what is paid for; at once where the last payment could not be taken. Null: done. */
  cancel: (subscriptionId: string) => Promise<Refused | null>;
  resume: (subscriptionId: string) => Promise<Refused | null>;
  /** The provider's page on which the card is changed. */
  cardUrl: (subscriptionId: string) => Promise<{ url: string } | Refused>;
  /** Afterwards: the subscription is charged to the card that was left there. Null: done. */
  keepCard: (subscriptionId: string) => Promise<Refused | null>;
  /** Everything that is kept with the address, as JSON. */
  download: () => Promise<{ text: string } | Refused>;
};

/** The door for buyers, who have no account. `cookies`: the header of the request; `setCookie`: one of the answer. */
export type BuyersDesk = {
  /** Mails a link. The answer and its time are the same whether anything was bought with the address or not. */
  ask: (typed: string, clientAddress: string) => Promise<Refused | null>;
  /** Whether a link would still open; nothing is used up. */
  isFresh: (token: string) => Promise<boolean>;
  /** Uses a link up. */
  open: (
    token: string,
    cookies: string | null,
    clientAddress: string,
  ) => Promise<{ setCookie: string } | Refused>;
  /** Null: nobody is let in. */
  enter: (cookies: string | null) => Promise<Buyer | null>;
  /** Takes the cookie off; `null` where there is none. */
  leave: (cookies: string | null) => Promise<{ setCookie: string | null }>;
};

/**
 * What public loaders and actions may ask of the shop: reads, and the acts of a buyer. Refusals come back
 * as values, because the two module graphs do not share classes.
 */
export type Shop = {
  appUrl: string;
  sandbox: boolean;
  /** The sandbox's stand-in for a seller's own program, where there is one. */
  receiver: string | null;
  /** The real clock. */
  realNow: () => Date;
  signInOptions: SignInOptions;
  /** Where a page is, as seen from here: a path. */
  pathOf: (slug: string) => string;
  findPage: (slug: string) => Promise<FoundPage>;
  applyCoupon: (slug: string, code: string, clientAddress: string) => Promise<AppliedCoupon | Refused>;
  /** `slug` is the page's address now. An attempt that is no token of ours is replaced. */
  pay: (
    request: PayRequest,
    clientAddress: string,
    sender?: Sender,
  ) => Promise<{ url: string; attemptId: string; slug: string } | RefusedPress>;
  /** Tells whoever runs the shop of a page. The answer is the same whether there is such a page or not; null: done. */
  report: (asked: Calls['report-page']['body'], clientAddress: string) => Promise<Refused | null>;
  /** The provider's address of an open attempt of this page, for the hand-over without script. */
  findHandOver: (slug: string, attemptId: string) => Promise<string | null>;
  findPaidOrder: (orderToken: string) => Promise<PaidOrder | null>;
  /** For those who have bought something. */
  buyers: BuyersDesk;
  /** What the API is, for its reference. */
  apiDocument: () => ApiDocument;
  /** Published posts, newest first. */
  listPosts: () => Promise<PostSummary[]>;
  /** A published post; its content is harmless. */
  findPost: (slug: string) => Promise<Post | null>;
  listRelatedPosts: (slug: string) => Promise<RelatedPost[]>;
  /** What the documentation of webhooks shows. */
  webhookReference: () => WebhookReference;
  /** Writes an unexpected error of a route into the log. */
  reportFault: (error: unknown, path: string) => void;
};
