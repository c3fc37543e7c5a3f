import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Connection, PageDraft } from '#domain/rpc-contract.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import type { RpcHandlers } from './fake-rpc.ts';

export const PAGE_ID = '3f0a6f1e-6a43-4c1c-8f1e-0d9a2b7c4e11';
const NOW = '2026-03-02T10:00:00Z';

/** A seller in the trial of the smallest plan, without sales. */
export const createTrialStatus = (overrides: Partial<SubscriptionStatus> = {}): SubscriptionStatus => ({
  hasSubscription: true,
  status: 'trialing',
  currentPlan: 'starter',
  trialEndsAt: '2026-03-09T10:00:00Z',
  currentPeriodEnd: '2026-03-09T10:00:00Z',
  needsUpgrade: false,
  suggestedPlan: null,
  monthlySales: { amount: 0, limit: 1000, percentage: 0, transactions: 0, exceeded: false },
  access: true,
  trialUsed: false,
  cancelAt: null,
  pendingPlan: null,
  price: 900,
  newPrice: null,
  due: null,
  card: null,
  now: NOW,
  ...overrides,
});

export const CONNECTED: Connection = {
  stripe_account_id: 'acct_test',
  stripe_onboarding_complete: true,
  state: 'complete',
  reason: null,
  businessName: 'Marlow Prints',
  country: 'US',
  paymentMethods: { on: ['card', 'apple_pay', 'google_pay', 'link'], off: ['paypal'] },
  canConnectExisting: true,
  former: null,
};

export const NOT_CONNECTED: Connection = {
  stripe_account_id: null,
  stripe_onboarding_complete: false,
  state: 'not_started',
  reason: null,
  businessName: null,
  country: null,
  paymentMethods: null,
  canConnectExisting: true,
  former: null,
};

/** A page that can be published: $40, with a coupon and terms. */
export const createSamplePage = (overrides: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  productName: 'Linocut for Beginners',
  description: 'Eight evenings, one press, no artist needed.',
  price: '40',
  features: ['Eight lessons', 'All tools listed'],
  buttonText: 'Get the course',
  successMessage: 'Your first lesson is in your inbox.',
  enableCoupon: true,
  validCoupons: [{ code: 'QUARTER', discount: 25, type: 'percentage' }],
  requireTerms: true,
  termsUrl: 'https://www.example.com/terms',
  privacyUrl: 'https://www.example.com/privacy',
  ...overrides,
});

/** A draft as `get-page` returns it. */
export const createDraft = (config: CheckoutPageConfig, overrides: Partial<PageDraft> = {}): PageDraft => ({
  pageId: PAGE_ID,
  name: null,
  config,
  published: null,
  revision: 1,
  version: 0,
  slug: null,
  url: null,
  domainUrl: null,
  state: 'draft',
  hold: null,
  ...overrides,
});

/**
 * Handlers of a server with at most one page, which keeps what is saved and published. Null opens a new page. Tests
 * replace single handlers with `rpc.handle`.
 */
export function createBuilderHandlers(page: PageDraft | null = null): RpcHandlers & { page: () => PageDraft | null } {
  let stored = page;
  const save = (config: CheckoutPageConfig): PageDraft => {
    const revision = (stored?.revision ?? 0) + 1;
    const state = stored?.published ? 'changed' : 'draft';
    stored = { ...(stored ?? createDraft(config)), config, revision, state };
    return stored;
  };
  return {
    page: () => stored,
    'check-subscription-status': () => createTrialStatus(),
    'create-subscription': () => ({ success: true, created: false, status: createTrialStatus() }),
    'get-connection': () => CONNECTED,
    'get-page-counts': () => ({ sold: 0, reserved: 0, coupons: [] }),
    'check-slug': ({ slug }) => ({
      slug,
      url: `https://tillwright.test/c/${slug}`,
      available: true,
      problem: null,
    }),
    'get-page': () => stored ?? createDraft(createEmptyConfig()),
    'save-draft': ({ config }) => {
      const { pageId, revision } = save(config);
      return { pageId, revision };
    },
    'save-checkout-page': ({ config, slug }) => {
      const { pageId, revision, version } = save(config);
      const url = `https://tillwright.test/c/${slug}`;
      stored = {
        ...createDraft(config),
        revision,
        version: version + 1,
        published: config,
        state: 'published',
        slug,
        url,
      };
      return { url, slug, pageId, version: version + 1, revision };
    },
    'list-pages': () => ({ pages: [], access: true }),
    'list-versions': () => ({ versions: [] }),
    'rename-page': ({ name }) => ({ name }),
    'list-deliverables': () => ({ deliverables: [] }),
    'list-uploads': () => ({ uploads: [] }),
  };
}
