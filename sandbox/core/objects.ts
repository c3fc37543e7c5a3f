import type Stripe from 'stripe';

type Reference<V> = string extends V ? Exclude<V, { object: string }> : V;
/** A stored object: references to other objects are ids; properties that only the sandbox uses are in `hidden`. */
type Stored<T, Hidden = undefined> = { [K in keyof T]: Reference<T[K]> } & (Hidden extends undefined
  ? { hidden?: undefined }
  : { hidden: Hidden });

export type AccountLink = {
  id: string;
  object: 'account_link';
  created: number;
  expires_at: number;
  hidden: { account: string; refresh_url: string; return_url: string; opened: boolean; used: boolean };
};

/** An OAuth authorization code. It is exchanged once, within its lifetime. */
type AuthorizationCode = {
  id: string;
  object: 'authorization_code';
  created: number;
  hidden: { account: string; scope: string; used: boolean };
};

/** Payment methods that stand in for others; see `stand-in-methods.ts`. */
export type StandIn = 'ideal' | 'klarna' | 'multibanco';

export type AccountHidden = {
  deauthorized: boolean;
  /** Bank debits: when the session allows them, or always, which Stripe never does. */
  bankDebits?: 'on' | 'always' | 'off';
  /** Other payment methods that are turned on besides cards. */
  standIns?: StandIn[];
};

/** Session parameters that the pay page needs later. */
export type SessionHidden = {
  payment: { metadata: Record<string, string>; description: string | null };
  subscription: {
    metadata: Record<string, string>;
    description: string | null;
    missingMethod?: 'cancel' | 'create_invoice' | 'pause';
  };
  /** Days of a free trial, if there is one. */
  trialDays?: number;
  coupon: string | null;
  needsCard: boolean;
  paymentIntent: string | null;
  awaiting: { paymentMethod: string; buyer: Buyer } | null;
};
export type Buyer = { email: string; name: string; country: string | null; postcode: string | null };

/** The products that a portal's plan change offers; the API returns them only when expanded. */
export type PortalProducts = NonNullable<Stripe.BillingPortal.Configuration.Features.SubscriptionUpdate['products']>;
export type PortalHidden = {
  /** Time of the first visit in seconds; null before it. */
  openedAt: number | null;
  /** True once the action of the deep link is done. */
  finished: boolean;
  /** A payment method whose bank requires 3D Secure before it can be saved. */
  awaiting: string | null;
};

type InvoiceHidden = {
  /** The one payment intent that all tries of the invoice use. */
  intent: string | null;
  /** The invoice payment of this intent. */
  payment: string | null;
  /** Time of the first failed try in seconds; retries are counted from it. */
  failedAt: number | null;
  /** A payment method that must not be charged again for this invoice. */
  refused: string | null;
};

type SubscriptionHidden = {
  /** Prorations for the invoice of the next period. */
  pendingLines: {
    amount: number;
    description: string;
    price: Objects['price'];
    quantity: number;
    period: { start: number; end: number };
    proration: boolean;
    subscriptionItem: string;
  }[];
  /** The open invoice on whose payment a pending update or a resumption depends. */
  pendingInvoice: string | null;
};

export type SandboxEvent = {
  id: string;
  object: 'event';
  account?: string;
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

/** The types of all stored objects. */
export type Objects = {
  account: Stored<Stripe.Account, AccountHidden>;
  account_link: AccountLink;
  authorization_code: AuthorizationCode;
  'billing_portal.configuration': Stored<Stripe.BillingPortal.Configuration, { products: PortalProducts }>;
  'billing_portal.session': Stored<Stripe.BillingPortal.Session, PortalHidden>;
  balance_transaction: Stored<Stripe.BalanceTransaction>;
  charge: Stored<Stripe.Charge>;
  'checkout.session': Stored<Stripe.Checkout.Session, SessionHidden>;
  coupon: Stored<Stripe.Coupon, { products: string[] | null }>;
  customer: Stored<Stripe.Customer>;
  discount: Stored<Stripe.Discount>;
  dispute: Stored<Stripe.Dispute>;
  event: SandboxEvent;
  invoice: Stored<Stripe.Invoice, InvoiceHidden>;
  invoice_payment: Stored<Stripe.InvoicePayment>;
  item: Omit<Stored<Stripe.LineItem, { session: string }>, 'price'> & { price: Objects['price'] | null };
  payment_intent: Stored<Stripe.PaymentIntent>;
  /** `behaviorTag`: the tag of its test card, test bank or stand-in method. */
  payment_method: Stored<Stripe.PaymentMethod, { behaviorTag: string; setUp?: boolean }>;
  price: Stored<Stripe.Price>;
  product: Stored<Stripe.Product>;
  refund: Stored<Stripe.Refund>;
  subscription: Stored<Stripe.Subscription, SubscriptionHidden>;
  subscription_schedule: Stored<Stripe.SubscriptionSchedule>;
};
export type ObjectName = keyof Objects;
export type HidingObjectName = { [K in ObjectName]: Objects[K] extends { hidden: object } ? K : never }[ObjectName];
