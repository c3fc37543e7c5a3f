import type { BuyerSubscription } from './buyer-subscription.ts';
import type { FieldAnswer } from './custom-field.ts';
import type { ImageSize } from './image.ts';
import type { OrderRow } from './order.ts';
import type { RefundState } from './refund.ts';

/** How long a link to somebody's purchases is good, and how long a browser stays let in by it. */
export const PURCHASES_LINK_MINUTES = 15;
export const PURCHASES_SESSION_HOURS = 12;

export const PURCHASES_PER_PAGE = 50;

/** Who sold something, as their buyers may see them. */
export type PurchaseSeller = {
  id: string;
  name: string | null;
  logo: { src: string; size: ImageSize } | null;
  /** Where they can be written to; null: they have closed their shop. */
  email: string | null;
};

/** Minor units; dates ISO 8601 UTC. */
export type PurchaseSubscription = Pick<
  BuyerSubscription,
  'id' | 'state' | 'currency' | 'amount' | 'billing' | 'periodEnd' | 'cancelAt' | 'endedAt' | 'failed'
>;

/** An order as its buyer sees it. Minor units; dates ISO 8601 UTC. */
export type Purchase = Pick<
  OrderRow,
  | 'id'
  | 'number'
  | 'state'
  | 'dispute'
  | 'productName'
  | 'billing'
  | 'currency'
  | 'total'
  | 'received'
  | 'refunded'
  | 'lost'
  | 'createdAt'
> & { subscription: PurchaseSubscription | null };

/** One page of what was bought with an address, by seller; those that still cost something first, then the newest. */
export type Purchases = {
  sellers: { seller: PurchaseSeller; purchases: Purchase[] }[];
  /** Counted from 1. */
  page: number;
  pages: number;
};

export type ReceiptLine = { at: string; amount: number };

/** The paper of one purchase. Minor units; dates ISO 8601 UTC. */
export type PurchaseReceipt = Purchase & {
  seller: PurchaseSeller;
  email: string;
  buyerName: string | null;
  original: number;
  discount: number;
  couponCode: string | null;
  payments: (ReceiptLine & { renewal: boolean })[];
  /** `at` null: we know that money went back, and not when. */
  refunds: { at: string | null; amount: number; state: RefundState }[];
  /** What was agreed to; null: nothing was asked. Addresses and the sentence may be empty. */
  agreement: { at: string; text: string; termsUrl: string; privacyUrl: string } | null;
  /** What was asked and answered; what came by the address too. */
  answers: FieldAnswer[];
};
