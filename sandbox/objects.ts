import type Stripe from 'stripe';

type Reference<V> = string extends V ? Exclude<V, { object: string }> : V;
/** A stored object: references to other objects are ids, and what only the sandbox knows is under `hidden`. */
type Stored<T, Hidden = undefined> = { [K in keyof T]: Reference<T[K]> } & { hidden?: Hidden };

export type AccountLink = {
  id: string;
  object: 'account_link';
  created: number;
  expires_at: number;
  hidden: { account: string; refresh_url: string; return_url: string; opened: boolean; used: boolean };
};

/** What OAuth sends back after consent; exchanged once, within its lifetime. */
export type AuthorizationCode = {
  id: string;
  object: 'authorization_code';
  created: number;
  hidden: { account: string; scope: string; used: boolean };
};

export type AccountHidden = {
  deauthorized: boolean;
  /** Its owner takes bank debits: where the session allows them, or always, which Stripe never does. */
  bankDebits?: 'on' | 'always' | 'off';
};

/** What the pay page still needs of the parameters the session was made with. */
export type SessionHidden = {
  payment: { metadata: Record<string, string>; description: string | null };
  subscription: { metadata: Record<string, string>; description: string | null };
  coupon: string | null;
  needsCard: boolean;
  paymentIntent: string | null;
  awaiting: { paymentMethod: string; buyer: Buyer } | null;
};
export type Buyer = { email: string; name: string; country: string | null; postcode: string | null };

/** The products that a portal's plan change offers; the API shows them only when expanded. */
export type PortalProducts = NonNullable<
  Stripe.BillingPortal.Configuration.Features.SubscriptionUpdate['products']
>;
export type PortalHidden = {
  /** Seconds; null until somebody first looked at the portal. */
  openedAt: number | null;
  /** What the deep link was for has been done. */
  finished: boolean;
  /** A card whose bank still asks for 3-D Secure before it can be kept. */
  awaiting: string | null;
};

export type InvoiceHidden = {
  /** The one intent that all tries of the invoice use. */
  intent: string | null;
  /** The invoice payment that this intent stands for. */
  payment: string | null;
  /** Seconds at which its first try failed; from there its retries are counted. */
  failedAt: number | null;
  /** A method that is not to be charged again for it. */
  refused: string | null;
};

export type SubscriptionHidden = {
  /** Prorations that go on the invoice of the next period. */
  pendingLines: {
    amount: number;
    description: string;
    price: Objects['price'];
    quantity: number;
    period: { start: number; end: number };
    proration: boolean;
    subscriptionItem: string;
  }[];
  /** The open invoice that a pending update, or a resumption, waits for. */
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

/** Every kind of object the store holds. */
export type Objects = {
  account: Stored<Stripe.Account, AccountHidden>;
  account_link: AccountLink;
  authorization_code: AuthorizationCode;
  'billing_portal.configuration': Stored<Stripe.BillingPortal.Configuration, { products: PortalProducts }>;
  'billing_portal.session': Stored<Stripe.BillingPortal.Session, PortalHidden>;
  balance_transaction: Stored<Stripe.BalanceTransaction>;
  charge: Stored<Stripe.Charge>;
  'checkout.session': Stored<Stripe.Checkout.Session, SessionHidden>;
  coupon: Stored<Stripe.Coupon>;
  customer: Stored<Stripe.Customer>;
  discount: Stored<Stripe.Discount>;
  dispute: Stored<Stripe.Dispute>;
  event: SandboxEvent;
  invoice: Stored<Stripe.Invoice, InvoiceHidden>;
  invoice_payment: Stored<Stripe.InvoicePayment>;
  item: Omit<Stored<Stripe.LineItem, { session: string }>, 'price'> & { price: Objects['price'] | null };
  payment_intent: Stored<Stripe.PaymentIntent>;
  payment_method: Stored<Stripe.PaymentMethod, { behaviour: string; setUp?: boolean }>;
  price: Stored<Stripe.Price>;
  product: Stored<Stripe.Product>;
  refund: Stored<Stripe.Refund>;
  subscription: Stored<Stripe.Subscription, SubscriptionHidden>;
  subscription_schedule: Stored<Stripe.SubscriptionSchedule>;
};
export type ObjectName = keyof Objects;
