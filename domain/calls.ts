import type { CheckoutPageConfig } from './checkout-page.ts';
import type { ImageUse } from './image.ts';
import type { OnboardingState } from './onboarding.ts';
import type { OrderRow } from './order.ts';

export type PageState = 'draft' | 'published' | 'changed';

/** A page as its seller's list shows it. `changed`: published, with a draft that buyers do not see yet. */
export type PageSummary = {
  id: string;
  name: string;
  slug: string | null;
  url: string | null;
  state: PageState;
  /** ISO 8601, UTC. */
  updatedAt: string;
  priceText: string;
};

/** One page as the builder opens it. `revision` counts the saved drafts, `version` the publications (0: none). */
export type PageDraft = {
  pageId: string;
  config: CheckoutPageConfig;
  revision: number;
  version: number;
  slug: string | null;
  url: string | null;
  state: PageState;
};

export type Connection = {
  stripe_account_id: string | null;
  stripe_onboarding_complete: boolean;
  state: OnboardingState;
  /** Why a started account is not complete, in words; null otherwise. */
  reason: string | null;
  /** The business name at the provider. */
  businessName: string | null;
};

/** The pay attempt as the buyer saw it: minor units of the page's currency. */
export type ExpectedTotal = { amount: number; currency: string };

/** Every function of ours: what goes in, what comes out. Errors are `ErrorBody`. */
export type Calls = {
  'save-checkout-page': {
    body: { config: CheckoutPageConfig; slug: string; pageId?: string; baseVersion?: number };
    answer: { url: string; slug: string; pageId: string; version: number; revision: number };
  };
  'save-draft': {
    body: { config: CheckoutPageConfig; pageId?: string; baseRevision?: number };
    answer: { pageId: string; revision: number };
  };
  'get-page': { body: { pageId: string }; answer: PageDraft };
  'list-pages': { body: Record<string, never>; answer: { pages: PageSummary[] } };
  'upload-image': {
    body: { image: string; use: ImageUse };
    answer: { url: string; width: number; height: number; bytes: number };
  };
  'get-connection': { body: { refresh?: boolean }; answer: Connection };
  'stripe-connect-onboarding': {
    body: Record<string, never>;
    answer: { url: string } | { alreadyConnected: true };
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
    };
    answer: { url: string };
  };
  'apply-coupon': {
    body: { slug: string; code: string };
    answer: {
      code: string;
      original: number;
      discount: number;
      total: number;
      currency: string;
      originalText: string;
      totalText: string;
      savedText: string;
    };
  };
  'list-orders': {
    body: { page?: number };
    answer: { orders: OrderRow[]; page: number; pages: number; count: number };
  };
};
export type CallName = keyof Calls;
