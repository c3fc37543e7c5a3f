import type { FieldAnswer } from './custom-field.ts';
import type { BillingInterval } from './order.ts';
import type { PlanId } from './plans.ts';
import type { SecurityEventKind } from './security-event.ts';

/** How a seller's mail to their buyer looks: from the page that was bought from. */
export type SellerLook = {
  name: string;
  /** The path of the picture on our origin, or null. */
  logo: string | null;
  /** `#rrggbb`. */
  accent: string;
  /** The path of the page that was bought from, on our origin. */
  page: string;
};

/** An order as a mail tells of it. Minor units of `currency`; dates ISO 8601 UTC. */
export type MailedOrder = {
  id: string;
  number: number;
  productName: string;
  billing: BillingInterval | null;
  currency: string;
  original: number;
  discount: number;
  /** What was paid this time. */
  paid: number;
  couponCode: string | null;
  paidAt: string;
};

/** Whatever is asked for here is plain JSON. Dates ISO 8601 UTC; money in US cents where no currency stands beside it. */
type MailProps = {
  /** `limit` null: without one. */
  welcome_trial: { plan: PlanId; trialEndsAt: string; limit: number | null };
  trial_ends: { plan: PlanId; days: number; trialEndsAt: string };
  /** Paused for want of a card: the pages are off sale, and kept. */
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
    /** False in a trial, and where no card is there to be charged. */
    willCharge: boolean;
  };
  /** `month`: the UTC month whose sales did it, as `2026-11`. `charged` 0: nothing, in a trial. */
  plan_upgraded: { from: PlanId; to: PlanId; charged: number; month: string };
  /** A month of the plan, in US cents. `from` and `to` are equal when an announced price is withdrawn. */
  plan_price_changes: { plan: PlanId; from: number; to: number; beginsAt: string };
  /** `url`: where it can be paid or a card be added; null: the subscription's own page. */
  upgrade_needs_payment: { to: PlanId; reason: 'no_card' | 'declined'; url: string | null };
  /** `nextTryAt` null: the provider tries no more. */
  payment_failed: { plan: PlanId; amount: number; url: string | null; nextTryAt: string | null };
  /** `endsAt` null: it has ended already. */
  plan_canceled: { plan: PlanId; endsAt: string | null };
  /** Links and codes work once, within an hour; the code is for fingers. */
  confirm_email: { link: string; code: string };
  recover_password: { link: string; code: string };
  /** To the new address, or to the one held so far, which must agree as well. */
  change_email: { link: string; code: string; newEmail: string; to: 'new' | 'held' };
  confirmation_code: { code: string };
  /** Something that only its user should have done. `detail`: a name, such as the factor's; may be empty. */
  security_notice: {
    event: SecurityEventKind;
    at: string;
    device: string;
    address: string | null;
    detail: string;
  };
  account_deleted: { at: string };

  // To buyers, in their seller's look.
  receipt: {
    seller: SellerLook;
    order: MailedOrder;
    renewal: boolean;
    /** The seller's own words for whoever has paid; may be empty. */
    message: string;
    /** What the buyer agreed to, if anything: addresses, may be empty. */
    termsUrl: string;
    privacyUrl: string;
    /** What the buyer was asked, as far as they saw it; missing in mails of earlier versions. */
    answers?: FieldAnswer[];
  };
  renewal_failed: {
    seller: SellerLook;
    productName: string;
    amount: number;
    currency: string;
    /** The provider's page on which it can be paid. */
    payUrl: string | null;
    nextTryAt: string | null;
  };
  refund_made: {
    seller: SellerLook;
    number: number;
    productName: string;
    amount: number;
    currency: string;
    /** Nothing of the payment is left. */
    whole: boolean;
  };
  /** `endsAt` null: it has ended already. `undone`: it goes on after all. */
  subscription_ends: { seller: SellerLook; productName: string; endsAt: string | null; undone: boolean };
  purchases_link: { link: string };

  // To sellers, about their shop.
  sale_notice: {
    order: MailedOrder;
    renewal: boolean;
    buyer: string;
    country: string | null;
    answers?: FieldAnswer[];
  };
  renewal_failed_notice: {
    orderId: string;
    productName: string;
    buyer: string;
    amount: number;
    currency: string;
    nextTryAt: string | null;
  };
  refund_failed_notice: {
    orderId: string;
    number: number;
    amount: number;
    currency: string;
    reason: string | null;
  };
  /** `inquiry`: the bank only asks, and has taken nothing. */
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
    /** The provider's page for the answer. */
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
  /** The account can take no money, or is no longer connected. */
  payments_off: { cause: 'restricted' | 'disconnected'; reason: string | null };
  /** A domain of their own does not lead here any more; it still answers. `problems`: what to do, in plain words. */
  domain_failing: { name: string; problems: string[]; at: string };
  /** It was given up after several days, and answers no more. */
  domain_off: { name: string; problems: string[]; at: string };
  /** So many cards were refused on a page of theirs that it takes no payments until then. `name`: the page's. */
  page_paused: { pageId: string; name: string; refused: number; until: string };
  /** Nothing arrived at an endpoint of theirs since then. `problem`: of the last try, in plain words. */
  webhook_paused: { endpointId: string; url: string; since: string; problem: string };

  /** A page was taken down by whoever runs the shop, in their words, or put back. */
  page_suspended: { name: string; reason: string };
  page_restored: { name: string };

  /** To whoever runs the shop: the first report of a page today. `reason` as its choice says it; `words` may be empty. */
  page_reported: { slug: string; name: string; reason: string; words: string; email: string | null };
  /** To whoever runs the shop. `remedy`: what to do, in a sentence. */
  operator_alert: { what: string; detail: string; remedy: string };
};

export type MailKind = keyof MailProps;

/** A mail of this kind, with what its words are made of. */
export type MailOf<K extends MailKind> = { [P in K]: { kind: P } & MailProps[P] }[K];

/** Every mail that we send. */
export type Mail = MailOf<MailKind>;

/** Whoever reads it can do what it is for. */
export type SecretMail = Extract<Mail, { code: string } | { link: string }>;
export type OpenMail = Exclude<Mail, SecretMail>;

/** A mail as it goes out. `from`: the name that stands before our address; left out: our own. */
export type DrawnMail = { subject: string; html: string; text: string; from?: string };
