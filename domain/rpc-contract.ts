import type { Account, AccountDeletionSummary, AccountSession } from './account.ts';
import type { Analytics, AnalyticsQuery, AnalyticsDimension, BreakdownRow } from './analytics.ts';
import type { ApiKey, ApiScope } from './api-key.ts';
import type { ApiCheckout, NewCheckout } from './api-resources/checkout-resources.ts';
import type { ReportedVisit } from './attribution.ts';
import type { BundleProduct } from './bundle.ts';
import type { CheckoutPageConfig } from './checkout-page.ts';
import type { CouponCodeRpc } from './coupon-batch.ts';
import type { Coupon } from './coupon.ts';
import type { RawAnswers } from './custom-field.ts';
import type { CustomerRpc } from './customer.ts';
import type { DeliveryRpc } from './delivery-rpc.ts';
import type { ImageUse } from './image.ts';
import type { OrderRpc } from './order-rpc.ts';
import type { PageFile } from './page-file.ts';
import type { PageSuspension, ReportReason } from './page-moderation.ts';
import type { PlanId } from './plans.ts';
import type { ImportRpc } from './product-import.ts';
import type { SecurityEvent } from './security-event.ts';
import type { SellerDomain } from './seller-domain.ts';
import type { PlanChange, PlanInvoice, SubscriptionStatus } from './subscription.ts';
import type {
  DeliveryState,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookFormat,
} from './webhook-endpoint.ts';
import type { WebhookEventType } from './webhook-event.ts';

/** `live`: in the published version, so that buyers can use it. */
type PageCoupon = Coupon & { live: boolean };

type EndpointRef = { endpointId: string };
type EndpointSettings = { description?: string; format?: WebhookFormat; events?: WebhookEventType[] };

/** RPC functions of webhooks. */
type WebhookRpc = {
  /** `most`: the plan's limit. */
  'list-webhook-endpoints': {
    body: Record<string, never>;
    response: { endpoints: WebhookEndpoint[]; most: number };
  };
  /** The secret signs deliveries (Standard Webhooks, `whsec_…`); it can be shown again. */
  'create-webhook-endpoint': {
    body: { url: string } & EndpointSettings;
    response: { endpoint: WebhookEndpoint; secret: string };
  };
  'get-webhook-endpoint': { body: EndpointRef; response: { endpoint: WebhookEndpoint } };
  'update-webhook-endpoint': {
    body: EndpointRef & { url?: string; state?: WebhookEndpoint['state'] } & EndpointSettings;
    response: { endpoint: WebhookEndpoint };
  };
  'delete-webhook-endpoint': { body: EndpointRef; response: { deleted: true } };
  'show-webhook-secret': { body: EndpointRef; response: { secret: string } };
  /** The old secret signs in addition to the new one for a day. */
  'rotate-webhook-secret': { body: EndpointRef; response: { secret: string; endpoint: WebhookEndpoint } };
  /** `type`: the event to send an example of; by default the first one that the endpoint gets. */
  'send-test-webhook': { body: EndpointRef & { type?: WebhookEventType }; response: { delivery: WebhookDelivery } };
  /** Newest first; `cursor` is the `next` of the previous response. */
  'list-webhook-deliveries': {
    body: EndpointRef & {
      state?: DeliveryState;
      event?: WebhookEventType;
      cursor?: string;
      limit?: number;
    };
    response: { deliveries: WebhookDelivery[]; next: string | null };
  };
  'get-webhook-delivery': { body: { deliveryId: string }; response: { delivery: WebhookDeliveryDetail } };
  /** Redelivers the given deliveries, or all that failed since a time (ISO 8601); oldest first, up to a hundred per call. */
  'redeliver-webhooks': {
    body: EndpointRef & ({ deliveryIds: string[] } | { failedSince: string });
    /** `remaining`: failed deliveries since that time that were not queued. */
    response: { queued: number; remaining: number };
  };
};

/** RPC functions that protect buyers from fraudulent pages and sellers from card testing. */
type ModerationRpc = {
  /** Public. The response does not reveal whether the page exists. */
  'report-page': {
    body: { slug: string; reason: ReportReason; words: string; email?: string };
    response: { reported: true };
  };
  /** Ends a payment pause of either cause and resets the count of declined cards. */
  'resume-page': { body: { pageId: string }; response: { hold: PageSuspension | null } };
};

type DomainRef = { domainId: string };

/** RPC functions of custom domains. */
type DomainRpc = {
  /** `allowed`: the seller's plan includes custom domains. */
  'list-domains': { body: Record<string, never>; response: { domains: SellerDomain[]; allowed: boolean } };
  /** `host`: as typed. `pageId`: the page served at the root. */
  'add-domain': { body: { host: string; pageId?: string }; response: { domain: SellerDomain } };
  /** Checks the DNS records immediately and returns the result. */
  'check-domain': { body: DomainRef; response: { domain: SellerDomain } };
  /** Sets the page served at the root; null removes it. */
  'set-domain-page': { body: DomainRef & { pageId: string | null }; response: { domain: SellerDomain } };
  'remove-domain': { body: DomainRef; response: { removed: true } };
};

/** RPC functions for API keys, and functions that mostly the public API needs. */
type ApiKeyRpc = {
  'list-api-keys': { body: Record<string, never>; response: { keys: ApiKey[] } };
  /** `secret`: the full key; it is returned only here. */
  'create-api-key': {
    body: { name: string; scopes: ApiScope[]; /** Omitted: the key does not expire. */ days?: number };
    response: { key: ApiKey; secret: string };
  };
  'revoke-api-key': { body: { keyId: string }; response: { revoked: true } };
  /** Coupons of a page: the published ones and those of the draft. */
  'list-coupons': { body: { pageId: string }; response: { coupons: PageCoupon[] } };
  /** Adds the coupon to the draft and, if the page is published, publishes a new version with it. */
  'create-coupon': {
    body: { pageId: string; coupon: Coupon };
    response: { coupon: PageCoupon; version: number };
  };
  'delete-coupon': { body: { pageId: string; code: string }; response: { deleted: true; version: number } };
};

/** `changed`: published, with a draft that buyers do not see yet. */
export type PageState = 'draft' | 'published' | 'changed' | 'unpublished';

/** Revenue of a page in minor units of one currency. */
export type Revenue = { currency: string; amount: number };

type PageUrls = {
  slug: string | null;
  url: string | null;
  /** URL of the custom domain that shows the page. */ domainUrl: string | null;
};

/** A page as the seller's list shows it. */
export type PageSummary = PageUrls & {
  id: string;
  /** The seller's name for the page, or else the product name. */
  name: string;
  state: PageState;
  archived: boolean;
  hold: PageSuspension | null;
  updatedAt: string;
  priceText: string;
  thumbnail: Pick<CheckoutPageConfig, 'layout' | 'accentColor' | 'productImage'>;
  sales: { count: number; takings: Revenue[] };
};

/** A page as the builder opens it. */
export type PageDraft = PageUrls & {
  pageId: string;
  /** Null if the page uses the product name. */
  name: string | null;
  config: CheckoutPageConfig;
  /** Null if never published. */
  published: CheckoutPageConfig | null;
  revision: number;
  /** Number of the published version; 0 if never published. */
  version: number;
  state: PageState;
  hold: PageSuspension | null;
};

export type PageVersionRow = { number: number; createdAt: string; changes: string[] };

/** The first two fields are the specification's. */
export type Connection = {
  stripe_account_id: string | null;
  stripe_onboarding_complete: boolean;
  state: 'not_started' | 'incomplete' | 'complete';
  /** Why onboarding is incomplete. */
  reason: string | null;
  businessName: string | null;
  /** ISO 3166-1 alpha-2; null while it is unknown. */
  country: string | null;
  /** Stripe's types of the payment methods that are turned on and off. Null while they are unknown. */
  paymentMethods: { on: string[]; off: string[] } | null;
  /** Whether an existing Stripe account can be connected. */
  canConnectExisting: boolean;
  /** Previously connected account; null while an account is connected. */
  former: { accountId: string; businessName: string | null } | null;
};

/** The total that the buyer saw at checkout, in minor units of the page's currency. */
type ExpectedTotal = { amount: number; currency: string };

/** Amounts in minor units, and their formatted texts as the page shows them. */
type AppliedCoupon = Pick<Coupon, 'code' | 'type' | 'discount' | 'scope' | 'minimum' | 'payments'>;

type CouponDiscount = {
  original: number;
  discount: number;
  total: number;
  originalText: string;
  totalText: string;
  savedText: string;
};

/** `used`: paid, or paid by a delayed method; `reserved`: reserved by running checkouts. */
export type PageCounts = {
  sold: number;
  reserved: number;
  coupons: {
    code: string;
    used: number;
    reserved: number;
    /** Number of generated codes; only for a coupon with single-use codes. */
    codes?: number;
    /** Total discount and net revenue of paid orders. */
    money: { currency: string; discount: number; net: number }[];
  }[];
};

/** The RPC contract: request body and response of every function. Errors are `ErrorBody`. */
export type RpcContract = OrderRpc &
  DeliveryRpc &
  CustomerRpc &
  DomainRpc &
  WebhookRpc &
  ApiKeyRpc &
  CouponCodeRpc &
  ImportRpc &
  ModerationRpc & {
    'save-checkout-page': {
      /** `baseVersion`, `baseRevision`: the state that the edit started from; the server rejects the request if it is outdated. */
      body: {
        config: CheckoutPageConfig;
        slug: string;
        pageId?: string;
        baseVersion?: number;
        baseRevision?: number;
      };
      response: { url: string; slug: string; pageId: string; version: number; revision: number };
    };
    'save-draft': {
      body: { config: CheckoutPageConfig; pageId?: string; baseRevision?: number };
      response: { pageId: string; revision: number };
    };
    'get-page': { body: { pageId: string }; response: PageDraft };
    /** `access`: the seller's plan allows published pages to sell. */
    'list-pages': { body: Record<string, never>; response: { pages: PageSummary[]; access: boolean } };
    /** Published pages as bundles can contain them, and the names of the seller's other pages. */
    'list-bundle-products': {
      body: Record<string, never>;
      response: { products: BundleProduct[]; unpublished: { pageId: string; name: string }[] };
    };
    'rename-page': { body: { pageId: string; name: string }; response: { name: string } };
    'duplicate-page': { body: { pageId: string }; response: { pageId: string } };
    'unpublish-page': { body: { pageId: string }; response: { state: PageState } };
    'archive-page': { body: { pageId: string; archived: boolean }; response: { archived: boolean } };
    'delete-page': { body: { pageId: string }; response: { deleted: true } };
    'list-versions': { body: { pageId: string }; response: { versions: PageVersionRow[] } };
    'get-version': {
      body: { pageId: string; number: number };
      response: { number: number; config: CheckoutPageConfig };
    };
    'check-slug': {
      body: { slug: string; pageId?: string };
      response: { slug: string; url: string; available: boolean; problem: string | null };
    };
    'export-page': { body: { pageId: string }; response: PageFile };
    /**
     * Creates a page; with `pageId` it replaces the draft of that page, which keeps its name. `missing`: names of the products of
     * a bundle that are none of the seller's pages.
     */
    'import-page': { body: { file: PageFile; pageId?: string }; response: { pageId: string; missing: string[] } };
    'upload-image': {
      body: { image: string; use: ImageUse };
      response: { url: string; width: number; height: number; bytes: number };
    };
    'get-connection': { body: { refresh?: boolean }; response: Connection };
    'stripe-connect-onboarding': {
      body: { pageId?: string };
      response: { url: string } | { alreadyConnected: true };
    };
    /** Starts connecting an existing account; returns Stripe's consent URL. */
    'stripe-connect-authorize': {
      body: { pageId?: string };
      response: { url: string } | { alreadyConnected: true };
    };
    /** Completes the connection with the code or error from Stripe's redirect. */
    'stripe-connect-complete': {
      body: { state: string; code: string } | { state: string; error: string };
      response: Connection;
    };
    'stripe-connect-dashboard': { body: Record<string, never>; response: { url: string } };
    'create-checkout-session': {
      body: {
        slug: string;
        appliedCoupon?: string | null;
        attempt?: string;
        email?: string;
        termsAccepted?: boolean;
        expected?: ExpectedTotal;
        /** Published version that the buyer saw. */
        version?: number;
        /** Id of the chosen price option; omitted: the page's base price. */
        plan?: string;
        /** Pay-what-you-want amount as typed, in decimals. */
        amount?: string;
        /** Quantity as typed; omitted: the smallest that the page sells. */
        quantity?: string;
        /** Ids of the order bumps that the buyer added. */
        bumps?: string[];
        /** The buyer has seen the page without its free trial, after a `trial_used` error. */
        withoutTrial?: boolean;
        answers?: RawAnswers;
        visit?: ReportedVisit;
        /** Id of the checkout link that opened the page. */
        checkout?: string;
        /** Return URL for a buyer of an embedded page; its origin must be in the page's list. */
        returnTo?: string;
        /** Solution of the proof-of-work challenge from a `puzzle_needed` error. */
        proof?: string;
      };
      response: { url: string };
    };
    'create-checkout': { body: NewCheckout; response: ApiCheckout };
    'get-checkout': { body: { checkoutId: string }; response: ApiCheckout };
    /** Discount on the base price; `plans`: discounts on the other price options that the code applies to. */
    'apply-coupon': {
      body: {
        slug: string;
        code: string;
        email?: string;
        /** See `create-checkout-session`, like `proof`. */
        withoutTrial?: boolean;
        proof?: string;
      };
      response: CouponDiscount & {
        code: string;
        /** For the totals with order bumps and quantities, which the page computes. */
        coupon: AppliedCoupon;
        currency: string;
        plans: (CouponDiscount & { plan: string })[];
      };
    };
    /** Sold and reserved quantities of the page and of each coupon. */
    'get-page-counts': { body: { pageId: string }; response: PageCounts };
    'get-analytics': { body: AnalyticsQuery; response: Analytics };
    /** Sorted by size, 50 rows per page; `page` counts from 1. */
    'get-breakdown': {
      body: AnalyticsQuery & { by: AnalyticsDimension; page?: number };
      response: { rows: BreakdownRow[]; page: number; pages: number; count: number };
    };
    /** The chart points or one full breakdown as CSV. */
    'export-analytics': {
      body: AnalyticsQuery & { by?: AnalyticsDimension };
      response: { csv: string; fileName: string };
    };
    'set-time-zone': { body: { timeZone: string }; response: { timeZone: string } };
    'check-subscription-status': {
      /** `refresh`: fetches the current state from Stripe first. */
      body: { refresh?: boolean };
      response: SubscriptionStatus;
    };
    'create-subscription': {
      body: { planId: PlanId };
      /** `created`: this call started the trial, or an unpaid plan if the trial was used. One of several concurrent calls gets it. */
      response: { success: true; created: boolean; status: SubscriptionStatus };
    };
    'upgrade-subscription': { body: { targetPlan: PlanId; userId: string }; response: PlanChange };
    'customer-portal': { body: { flow?: 'payment_method_update' }; response: { url: string } };
    'cancel-subscription': { body: Record<string, never>; response: { endsAt: string } };
    /** `url`: page for adding the payment method that is missing; repeat the call afterwards. */
    'reactivate-subscription': {
      body: Record<string, never>;
      response: { reactivated: true } | { reactivated: false; url: string };
    };
    'list-invoices': { body: Record<string, never>; response: { invoices: PlanInvoice[] } };
    'get-account': { body: Record<string, never>; response: Account };
    /** Step-up authentication for some minutes: by password or by an emailed code (`reauthenticate`). */
    'confirm-identity': {
      body: { password: string } | { code: string };
      response: { confirmedUntil: string };
    };
    'list-sessions': { body: Record<string, never>; response: { sessions: AccountSession[] } };
    'end-session': { body: { sessionId: string }; response: { ended: true } };
    /** Newest first; `before` is the id of the last entry of the previous page. */
    'list-security-events': {
      body: { before?: string };
      response: { events: SecurityEvent[]; more: boolean };
    };
    /** All stored data of the account as one file. */
    'export-account': { body: Record<string, never>; response: Record<string, unknown> };
    'account-fate': { body: Record<string, never>; response: AccountDeletionSummary };
    /** `email`: typed as confirmation, against accidents. */
    'delete-account': { body: { email: string }; response: { deleted: true } };
    'get-notices': { body: Record<string, never>; response: { sales: boolean } };
    'set-notices': { body: { sales: boolean }; response: { sales: boolean } };
  };
export type RpcName = keyof RpcContract;
