import type { Analytics, AnalyticsAsk, AnalyticsDimension, BreakdownRow, MoneySum } from './analytics.ts';
import type { Account, AccountFate, AccountSession } from './account.ts';
import type { ApiCalls } from './api-calls.ts';
import type { CheckoutPageConfig } from './checkout-page.ts';
import type { TypedAnswers } from './custom-field.ts';
import type { DomainCalls } from './domain-calls.ts';
import type { GuardCalls } from './guard-calls.ts';
import type { ImageUse } from './image.ts';
import type { ImportCalls } from './import-calls.ts';
import type { OnboardingState } from './onboarding.ts';
import type { OrderCalls } from './order-calls.ts';
import type { PageFile } from './page-file.ts';
import type { PageHold } from './page-guard.ts';
import type { PlanId } from './plans.ts';
import type { SecurityEvent } from './security-event.ts';
import type { PlanChange, PlanInvoice, SubscriptionStatus } from './subscription.ts';
import type { VisitHint } from './visit.ts';
import type { WebhookCalls } from './webhook-calls.ts';

export type PageState = 'draft' | 'published' | 'changed' | 'unpublished';

/** Money that a page took in, in minor units of one currency. */
export type Takings = { currency: string; amount: number };

/** A page as its seller's list shows it. `changed`: published, with a draft that buyers do not see yet. */
export type PageSummary = {
  id: string;
  /** The seller's own name for it, else the product's; may be empty. */
  name: string;
  slug: string | null;
  url: string | null;
  /** The root of a domain of the seller's own that it stands at; null where there is none. */
  domainUrl: string | null;
  state: PageState;
  archived: boolean;
  hold: PageHold | null;
  /** ISO 8601, UTC. */
  updatedAt: string;
  priceText: string;
  /** What a small picture of the page is drawn from. */
  thumbnail: Pick<CheckoutPageConfig, 'layout' | 'accentColor' | 'productImage'>;
  /** Paid orders and what they took in, per currency. */
  sales: { count: number; takings: Takings[] };
};

/** One page as the builder opens it. `revision` counts the saved drafts, `version` the publications (0: none). */
export type PageDraft = {
  pageId: string;
  /** The seller's own name for the page; null: the product's name stands for it. */
  name: string | null;
  config: CheckoutPageConfig;
  /** What buyers see; null before the first publication. */
  published: CheckoutPageConfig | null;
  revision: number;
  version: number;
  slug: string | null;
  url: string | null;
  /** The root of a domain of the seller's own that it stands at; null where there is none. */
  domainUrl: string | null;
  state: PageState;
  hold: PageHold | null;
};

/** One publication; `changes` in plain words against the one before. */
export type PageVersionRow = { number: number; /** ISO 8601, UTC. */ createdAt: string; changes: string[] };

export type Connection = {
  stripe_account_id: string | null;
  stripe_onboarding_complete: boolean;
  state: OnboardingState;
  /** Why a started account is not complete, in words; null otherwise. */
  reason: string | null;
  /** The business name at the provider. */
  businessName: string | null;
  /** Whether an account that the seller already has can be connected. */
  canConnectExisting: boolean;
  /** The account that was connected last; null while one is connected. */
  former: { accountId: string; businessName: string | null } | null;
};

/** The pay attempt as the buyer saw it: minor units of the page's currency. */
export type ExpectedTotal = { amount: number; currency: string };

/** Minor units, and the same as the page shows it. */
export type CouponDiscount = {
  original: number;
  discount: number;
  total: number;
  originalText: string;
  totalText: string;
  savedText: string;
};

/** `used`: paid, or paid by a method that takes days; `held`: being paid for now. */
export type PageCounts = {
  sold: number;
  held: number;
  coupons: {
    code: string;
    used: number;
    held: number;
    /** Of paid orders, minor units: what was taken off, and what stayed. */
    money: Pick<MoneySum & { discount: number }, 'currency' | 'discount' | 'net'>[];
  }[];
};

/** Every function of ours: what goes in, what comes out. Errors are `ErrorBody`. */
export type Calls = OrderCalls &
  DomainCalls &
  WebhookCalls &
  ApiCalls &
  ImportCalls &
  GuardCalls & {
    'save-checkout-page': {
      /** `baseVersion`, `baseRevision`: what it was made from; where there is something newer it is refused. */
      body: {
        config: CheckoutPageConfig;
        slug: string;
        pageId?: string;
        baseVersion?: number;
        baseRevision?: number;
      };
      answer: { url: string; slug: string; pageId: string; version: number; revision: number };
    };
    'save-draft': {
      body: { config: CheckoutPageConfig; pageId?: string; baseRevision?: number };
      answer: { pageId: string; revision: number };
    };
    'get-page': { body: { pageId: string }; answer: PageDraft };
    /** `access`: whether the seller's published pages are on sale, as far as their plan goes. */
    'list-pages': { body: Record<string, never>; answer: { pages: PageSummary[]; access: boolean } };
    'rename-page': { body: { pageId: string; name: string }; answer: { name: string } };
    'duplicate-page': { body: { pageId: string }; answer: { pageId: string } };
    'unpublish-page': { body: { pageId: string }; answer: { state: PageState } };
    'archive-page': { body: { pageId: string; archived: boolean }; answer: { archived: boolean } };
    'delete-page': { body: { pageId: string }; answer: { deleted: true } };
    'list-versions': { body: { pageId: string }; answer: { versions: PageVersionRow[] } };
    'get-version': {
      body: { pageId: string; number: number };
      answer: { number: number; config: CheckoutPageConfig };
    };
    'check-slug': {
      body: { slug: string; pageId?: string };
      /** `problem` says in words why an address cannot be had. */
      answer: { slug: string; url: string; available: boolean; problem: string | null };
    };
    'export-page': { body: { pageId: string }; answer: PageFile };
    /** A new page; `pageId`: into the draft of this one, which keeps its name. */
    'import-page': { body: { file: PageFile; pageId?: string }; answer: { pageId: string } };
    'upload-image': {
      body: { image: string; use: ImageUse };
      answer: { url: string; width: number; height: number; bytes: number };
    };
    'get-connection': { body: { refresh?: boolean }; answer: Connection };
    'stripe-connect-onboarding': {
      body: Record<string, never>;
      answer: { url: string } | { alreadyConnected: true };
    };
    /** Starts connecting an existing account: the address at which Stripe asks for consent. */
    'stripe-connect-authorize': {
      body: Record<string, never>;
      answer: { url: string } | { alreadyConnected: true };
    };
    /** Finishes it with what Stripe sent back: the code, or the error. */
    'stripe-connect-complete': {
      body: { state: string; code: string } | { state: string; error: string };
      answer: Connection;
    };
    'stripe-connect-dashboard': { body: Record<string, never>; answer: { url: string } };
    'create-checkout-session': {
      body: {
        slug: string;
        appliedCoupon?: string | null;
        attempt?: string;
        email?: string;
        termsAccepted?: boolean;
        expected?: ExpectedTotal;
        /** The published version that the buyer saw. */
        version?: number;
        /** One of several prices; the page's own without it. */
        plan?: string;
        /** Where buyers name the price: what they typed, in decimals. */
        amount?: string;
        answers?: TypedAnswers;
        visit?: VisitHint;
        /** Where a buyer is to come back to who pressed pay inside another page: an address on an origin of the page's list. */
        returnTo?: string;
        /** The answer to the puzzle of a `puzzle_needed`. */
        proof?: string;
      };
      answer: { url: string };
    };
    /** The discount on the page's own price; `plans`: on each of its other prices, where it has any that the code takes. */
    'apply-coupon': {
      body: { slug: string; code: string; email?: string; /** As at paying. */ proof?: string };
      answer: CouponDiscount & {
        code: string;
        currency: string;
        plans: (CouponDiscount & { plan: string })[];
      };
    };
    /** What is taken of what is limited: sold and being paid for, of the page and of each of its codes. */
    'get-page-counts': { body: { pageId: string }; answer: PageCounts };
    'get-analytics': { body: AnalyticsAsk; answer: Analytics };
    /** The largest first, 50 at a time; `page` counts from 1. */
    'get-breakdown': {
      body: AnalyticsAsk & { by: AnalyticsDimension; page?: number };
      answer: { rows: BreakdownRow[]; page: number; pages: number; count: number };
    };
    /** The points of the chart, or a whole breakdown, as CSV. */
    'export-analytics': {
      body: AnalyticsAsk & { by?: AnalyticsDimension };
      answer: { csv: string; fileName: string };
    };
    'set-time-zone': { body: { timeZone: string }; answer: { timeZone: string } };
    'check-subscription-status': {
      /** `refresh`: asks the provider first. */
      body: { refresh?: boolean };
      answer: SubscriptionStatus;
    };
    'create-subscription': {
      body: { planId: PlanId };
      /** `created`: this call started the trial, or an unpaid plan where the trial was used before. Of several concurrent calls one gets it. */
      answer: { success: true; created: boolean; status: SubscriptionStatus };
    };
    'upgrade-subscription': { body: { targetPlan: PlanId; userId: string }; answer: PlanChange };
    'customer-portal': { body: { flow?: 'payment_method_update' }; answer: { url: string } };
    'cancel-subscription': { body: Record<string, never>; answer: { endsAt: string } };
    /** `url`: a payment method is needed first, and is added there; ask again afterwards. */
    'reactivate-subscription': {
      body: Record<string, never>;
      answer: { reactivated: true } | { reactivated: false; url: string };
    };
    'list-invoices': { body: Record<string, never>; answer: { invoices: PlanInvoice[] } };
    'get-account': { body: Record<string, never>; answer: Account };
    /** Shows again who they are, for some minutes: by password, or by the code of a mail (`reauthenticate`). */
    'confirm-identity': { body: { password: string } | { code: string }; answer: { confirmedUntil: string } };
    'list-sessions': { body: Record<string, never>; answer: { sessions: AccountSession[] } };
    'end-session': { body: { sessionId: string }; answer: { ended: true } };
    /** The newest first; `before` is the id of the last one seen. */
    'list-security-events': { body: { before?: string }; answer: { events: SecurityEvent[]; more: boolean } };
    /** Everything that we hold about them, as one file. */
    'export-account': { body: Record<string, never>; answer: Record<string, unknown> };
    'account-fate': { body: Record<string, never>; answer: AccountFate };
    /** `email`: typed again, so that nobody does it by accident. */
    'delete-account': { body: { email: string }; answer: { deleted: true } };
    'get-notices': { body: Record<string, never>; answer: { sales: boolean } };
    'set-notices': { body: { sales: boolean }; answer: { sales: boolean } };
  };
export type CallName = keyof Calls;
