import type { FieldAnswer } from './custom-field.ts';
import type { DeliverableKind } from './deliverable.ts';
import type { FontPair } from './fonts.ts';
import type { ReceiptItem, BillingInterval, PriceAfterDiscount } from './order.ts';
import type { BuyerPendingPayment } from './pending-payment.ts';
import type { PlanId } from './plans.ts';
import type { SecurityEventKind } from './security-event.ts';

/** Branding of a seller's emails to buyers, taken from the purchased page. */
export type SellerBranding = {
  name: string;
  /** Path of the logo on our origin, or null. */
  logo: string | null;
  /** `#rrggbb`. */
  accent: string;
  /** Missing in emails of earlier versions. */
  fonts?: FontPair;
  /** Path of the purchased page on our origin. */
  page: string;
};

/** Order data in emails. Minor units of `currency`; dates are ISO 8601 UTC. */
export type EmailOrder = {
  id: string;
  number: number;
  productName: string;
  billing: BillingInterval | null;
  currency: string;
  /** Lines of this payment; missing in emails that were queued by earlier versions. */
  items?: ReceiptItem[];
  original: number;
  discount: number;
  /** Amount of this payment. */
  paid: number;
  couponCode: string | null;
  paidAt: string;
};

/**
 * What an email delivers. `link`: opens it without signing in, for `linkDays`. `keys`: license keys in full, and how many more
 * the link shows.
 */
export type EmailDelivery = {
  link: string;
  linkDays: number;
  /** `product`: in a bundle, the name of the product that it comes with. */
  items: { name: string; product?: string; kind: DeliverableKind; keys: string[]; moreKeys: number }[];
};

/** Email properties, stored as plain JSON. Dates are ISO 8601 UTC; money without a currency is in US cents. */
type EmailProps = {
  /** `limit` null: unlimited. */
  welcome_trial: { plan: PlanId; trialEndsAt: string; limit: number | null };
  trial_ends: { plan: PlanId; days: number; trialEndsAt: string };
  /** The trial ended without a card: the pages are off sale and kept. */
  trial_ended: { plan: PlanId };
  usage_warning: {
    plan: PlanId;
    percentage: number;
    amount: number;
    limit: number;
    nextPlan: PlanId;
    nextPrice: number;
  };
  limit_reached: {
    plan: PlanId;
    amount: number;
    limit: number;
    nextPlan: PlanId;
    nextPrice: number;
    /** False in a trial, or without a card to charge. */
    willCharge: boolean;
  };
  /** `month`: the UTC month whose sales exceeded the limit, `2026-11`. `charged` 0: no charge, in a trial. */
  plan_upgraded: { from: PlanId; to: PlanId; charged: number; month: string };
  /** Monthly plan price in US cents. `from` equals `to` if an announced price is withdrawn. */
  plan_price_changes: { plan: PlanId; from: number; to: number; beginsAt: string };
  /** `url`: page for paying or adding a card; null: the subscription page. */
  upgrade_needs_payment: { to: PlanId; reason: 'no_card' | 'declined'; url: string | null };
  /** `nextTryAt` null: Stripe does not retry. */
  payment_failed: { plan: PlanId; amount: number; url: string | null; nextTryAt: string | null };
  /** `endsAt` null: already ended. */
  plan_canceled: { plan: PlanId; endsAt: string | null };
  /** Links and codes work once, within an hour; the code is for typing. */
  confirm_email: { link: string; code: string };
  recover_password: { link: string; code: string };
  /** Sent to the new address and to the current one; both must confirm. */
  change_email: { link: string; code: string; newEmail: string; to: 'new' | 'current' };
  confirmation_code: { code: string };
  /** Security notification about an account change. `detail`: a name, such as that of a factor; may be empty. */
  security_notice: {
    event: SecurityEventKind;
    at: string;
    device: string;
    address: string | null;
    detail: string;
  };
  account_deleted: { at: string };

  // Emails to buyers, with their seller's branding.
  receipt: {
    seller: SellerBranding;
    order: EmailOrder;
    renewal: boolean;
    /** Missing in emails of earlier versions. */
    priceAfterDiscount?: PriceAfterDiscount | null;
    /** Which payment of a payment plan it is for. */
    installment?: { number: number; count: number } | null;
    /** What the buyer pays later and for how long, in the words of the page; null if the price says so itself. */
    paymentTerms?: string | null;
    /** End of the free trial that starts with this receipt. */
    trialEndsAt?: string | null;
    /** The seller's success message; may be empty. */
    message: string;
    /** Accepted terms: URLs, may be empty. */
    termsUrl: string;
    privacyUrl: string;
    /** Answers to visible custom fields; missing in emails of earlier versions. */
    answers?: FieldAnswer[];
    /** Missing if the order delivers nothing. With it, the email is encrypted in the queue. */
    delivery?: EmailDelivery;
  };
  /** What an order delivers, sent again. */
  delivery: { seller: SellerBranding; number: number; productName: string } & EmailDelivery;
  /** The payment takes days, or the buyer must still pay a voucher. */
  order_pending: {
    seller: SellerBranding;
    number: number;
    productName: string;
    amount: number;
    currency: string;
    pending: BuyerPendingPayment;
    /** The order delivers something when the payment arrives. */
    delivers?: boolean;
  };
  /** A pending payment failed, expired, or was given up. */
  payment_not_arrived: {
    seller: SellerBranding;
    number: number;
    productName: string;
    amount: number;
    currency: string;
  };
  renewal_failed: {
    seller: SellerBranding;
    productName: string;
    amount: number;
    currency: string;
    /** Stripe's page for paying the invoice. */
    payUrl: string | null;
    nextTryAt: string | null;
    /** A payment of a payment plan; missing in emails of earlier versions. */
    isPaymentPlan?: boolean;
  };
  refund_made: {
    seller: SellerBranding;
    number: number;
    productName: string;
    amount: number;
    currency: string;
    /** The whole payment is refunded. */
    whole: boolean;
    /** Names of what the buyer no longer has access to; missing in emails of earlier versions. */
    endedAccess?: string[];
  };
  /** `endsAt` null: already ended. `undone`: the cancellation was withdrawn. */
  subscription_ends: {
    seller: SellerBranding;
    productName: string;
    endsAt: string | null;
    undone: boolean;
    /** A payment plan ended before its last payment; missing in emails of earlier versions. */
    isPaymentPlan?: boolean;
  };
  /** Before the first payment after a free trial. `needsCard` false: it ends without a payment unless the buyer adds a card. */
  free_trial_ends: {
    seller: SellerBranding;
    productName: string;
    amount: number;
    currency: string;
    billing: BillingInterval;
    trialEndsAt: string;
    needsCard: boolean;
  };
  /** The seller deleted their account. `names`: what the buyer has access to until then. */
  access_ends: {
    seller: SellerBranding;
    productName: string;
    names: string[];
    accessUntil: string;
  };
  /** There is a new version of a file that the buyer has access to. `file`: its name. */
  file_updated: {
    seller: SellerBranding;
    productName: string;
    file: string;
    /** URL with which the buyer declines such emails; missing in emails of earlier versions. */
    optOut?: string;
  };
  purchases_link: { link: string };

  // Emails to sellers about their business.
  sale_notice: {
    order: EmailOrder;
    renewal: boolean;
    /** Which payment of a payment plan it is about; missing in emails of earlier versions. */
    installment?: { number: number; count: number } | null;
    buyer: string;
    country: string | null;
    answers?: FieldAnswer[];
  };
  payment_not_arrived_notice: {
    orderId: string;
    number: number;
    productName: string;
    buyer: string;
    amount: number;
    currency: string;
    /** Stripe's type of the payment method; null while it is unknown. */
    paymentMethod: string | null;
  };
  renewal_failed_notice: {
    orderId: string;
    productName: string;
    buyer: string;
    amount: number;
    currency: string;
    nextTryAt: string | null;
    /** A payment of a payment plan; missing in emails of earlier versions. */
    isPaymentPlan?: boolean;
  };
  refund_failed_notice: {
    orderId: string;
    number: number;
    amount: number;
    currency: string;
    reason: string | null;
  };
  /** `inquiry`: the bank only asks and has not withdrawn money. */
  dispute_notice: {
    inquiry: boolean;
    orderId: string;
    number: number;
    productName: string;
    buyer: string;
    amount: number;
    currency: string;
    reason: string;
    dueBy: string | null;
    /** Stripe's page for responding. */
    url: string;
  };
  dispute_closed: {
    inquiry: boolean;
    orderId: string;
    number: number;
    outcome: 'won' | 'lost';
    amount: number;
    currency: string;
  };
  /** An order was paid, but the list of license keys of a deliverable, `name`, has none left for it. */
  license_keys_missing: { orderId: string; number: number; name: string };
  /** The Stripe account cannot take payments or is disconnected. */
  payments_off: { cause: 'restricted' | 'disconnected'; reason: string | null };
  /** A custom domain no longer points here; it still serves its page. `problems`: readable instructions. */
  domain_failing: { name: string; problems: string[]; at: string };
  /** A custom domain failed for several days and no longer serves its page. */
  domain_off: { name: string; problems: string[]; at: string };
  /** The seller's list of license keys runs low. `name`: what the keys are for. */
  license_keys_low: { deliverableId: string; name: string; unusedKeys: number };
  /** A page is paused until then because too many cards were declined on it. `name`: the page's name. */
  page_paused: { pageId: string; name: string; refused: number; until: string };
  /** A webhook endpoint is paused because nothing was delivered since then. `problem`: readable error of the last attempt. */
  webhook_paused: { endpointId: string; url: string; since: string; problem: string };

  /** The operator suspended a page, with a reason, or restored it. */
  page_suspended: { name: string; reason: string };
  page_restored: { name: string };

  /** To the operator: the first report of a page today. `reason`: its label; `words`: the reporter's text, may be empty. */
  page_reported: { slug: string; name: string; reason: string; words: string; email: string | null };
  /** To the operator. `remedy`: what to do, in one sentence. */
  operator_alert: { what: string; detail: string; remedy: string };
};

export type EmailKind = keyof EmailProps;

/** An email of one kind with its properties. */
export type EmailOf<K extends EmailKind> = { [P in K]: { kind: P } & EmailProps[P] }[K];

/** Any email that we send. */
export type Email = EmailOf<EmailKind>;

/** Emails with a code or link that grants access to anyone who reads them. */
export type CredentialEmail = Extract<Email, { code: string } | { link: string }>;
export type PlainEmail = Exclude<Email, CredentialEmail>;

export type RenderedEmail = {
  subject: string;
  html: string;
  text: string;
  /** Sender name before our address; omitted: our own. */
  from?: string;
  /** Where the recipient can turn off emails of this kind; omitted if they can't. */
  unsubscribeUrl?: string;
  /** Whether a POST to that URL turns them off at once, as mail providers do for their own button (RFC 8058). */
  unsubscribesByPost?: boolean;
};
