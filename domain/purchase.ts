import type { BuyerSubscription } from './buyer-subscription.ts';
import type { PublicCheckoutConfig } from './checkout-page.ts';
import type { FieldAnswer } from './custom-field.ts';
import type { Delivered } from './delivered.ts';
import type { ImageSize } from './image.ts';
import type { FreeTrial, OrderRow, ReceiptItem } from './order.ts';
import type { BuyerPendingPayment } from './pending-payment.ts';
import type { RefundState } from './refund.ts';

/** Lifetime of a link to a buyer's purchases, and of the browser session that it starts. */
export const PURCHASES_LINK_MINUTES = 15;
export const PURCHASES_SESSION_HOURS = 12;

export const PURCHASES_PER_PAGE = 50;

/** A seller as buyers see them. */
export type PurchaseSeller = {
  id: string;
  name: string | null;
  logo: { src: string; size: ImageSize } | null;
  /** Accent color and fonts of the page where the purchase was made. */
  branding: Pick<PublicCheckoutConfig, 'accentColor' | 'fonts'>;
  /** Contact address; null: the seller closed their account. */
  email: string | null;
};

/** Minor units; dates ISO 8601 UTC. `trial`: null unless a free trial is running. */
export type PurchaseSubscription = { trial: FreeTrial | null } & Pick<
  BuyerSubscription,
  | 'id'
  | 'state'
  | 'currency'
  | 'amount'
  | 'priceAfterDiscount'
  | 'billing'
  | 'periodEnd'
  | 'cancelAt'
  | 'endedAt'
  | 'failed'
>;

/** An order as its buyer sees it. Minor units; dates are ISO 8601 UTC. */
export type Purchase = Pick<
  OrderRow,
  | 'id'
  | 'number'
  | 'state'
  | 'dispute'
  | 'productName'
  | 'quantity'
  | 'paymentPlan'
  | 'billing'
  | 'currency'
  | 'total'
  | 'received'
  | 'refunded'
  | 'lost'
  | 'createdAt'
> & {
  subscription: PurchaseSubscription | null;
  /** Null unless the payment is pending. */
  pending: BuyerPendingPayment | null;
  /** Where the buyer can order again; null unless the payment did not arrive. */
  pagePath: string | null;
  /** What the buyer has from it. */
  delivered: Delivered[];
  /** Names of a bundle's products, by the key of their line; empty for every other purchase. */
  products: { lineKey: string; name: string; isOwned: boolean }[];
};

/**
 * A bundle that a buyer can complete, because they have bought some of its products. `price`: `regularPrice` less what they
 * paid for these. `missing`: names of the products that they get. Minor units.
 */
export type BundleOffer = {
  pageId: string;
  name: string;
  currency: string;
  price: number;
  regularPrice: number;
  missing: string[];
};

/**
 * The order behind a link from an email. `confirm`: the link is old, and its buyer must confirm this masked email address;
 * null: the address is gone.
 */
export type AccessLinkPage = { seller: PurchaseSeller; productName: string; number: number; createdAt: string } & (
  | { kind: 'open'; items: Delivered[] }
  | { kind: 'confirm'; email: string | null }
);

/** Whether a buyer declined a seller's emails about new versions of files. `email`: masked. */
export type EmailOptOutPage = { seller: PurchaseSeller; email: string; isOptedOut: boolean };

/** One page of a buyer's purchases, grouped by seller; running subscriptions first, then newest first. */
export type Purchases = {
  sellers: { seller: PurchaseSeller; purchases: Purchase[]; bundleOffers: BundleOffer[] }[];
  /** Counted from 1. */
  page: number;
  pages: number;
};

export type ReceiptLine = { at: string; amount: number };

/** Receipt of one purchase. Minor units; dates are ISO 8601 UTC. */
export type PurchaseReceipt = Purchase & {
  seller: PurchaseSeller;
  email: string;
  buyerName: string | null;
  items: ReceiptItem[];
  original: number;
  discount: number;
  /** What the buyer pays later and for how long; null if the price says so itself. */
  paymentTerms: string | null;
  couponCode: string | null;
  payments: (ReceiptLine & { renewal: boolean })[];
  /** `at` null: the money was refunded at an unknown time. `items`: what the refund was for; empty if it was of an amount. */
  refunds: { at: string | null; amount: number; state: RefundState; items: string }[];
  /** Accepted terms; null: none were required. URLs and text may be empty. */
  agreement: { at: string; text: string; termsUrl: string; privacyUrl: string } | null;
  /** Answers to custom fields, hidden ones included. */
  answers: FieldAnswer[];
};
