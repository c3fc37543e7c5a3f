import { CURRENCIES } from '#domain/currencies.ts';
import { FONT_FAMILIES } from '#domain/fonts.ts';
import { MAX_PAGE_BYTES } from '#domain/page-size.ts';
import { MAX_WEBHOOK_ENDPOINTS } from '#domain/plan-features.ts';
import { PLANS, type Plan } from '#domain/plans.ts';
import { MAX_TESTIMONIALS } from '#domain/testimonial.ts';

import { SITE } from './site.ts';

/** Number of templates. Counting them here would load all of them with the screens that show plans. */
export const TEMPLATE_COUNT = 14;

/** Minutes until a first page can be published. */
export const FIRST_PAGE_MINUTES = 5;

export type Claim = {
  id: string;
  /** True if the feature exists. Other claims are hidden until then. */
  isImplemented: boolean;
  title: string;
  text: string;
};

/** Product claims in the order of the front page, each with the feature that it depends on. */
export const CLAIMS = [
  {
    id: 'first-page',
    isImplemented: true,
    title: `Your first page in under ${FIRST_PAGE_MINUTES} minutes`,
    text: 'Fill in one form, connect Stripe, and publish. There’s no store to set up and nothing to install. If you’re new to Stripe, allow a little extra time to open your account.',
  },
  {
    id: 'layouts',
    isImplemented: true,
    title: 'Three layouts, your branding',
    text: `Add your logo, product image, and accent color, and choose from ${FONT_FAMILIES.length} fonts. There’s no ${SITE.name} logo on the page.`,
  },
  {
    id: 'currencies',
    isImplemented: true,
    title: `${CURRENCIES.length} currencies, one account`,
    text: 'Set prices in your buyers’ currency. Payments go straight to your own Stripe account.',
  },
  {
    id: 'coupons',
    isImplemented: true,
    title: 'Coupons',
    text: 'Offer a percentage or a fixed amount off. Limit a coupon by date, total uses, or uses per buyer. An invalid code never blocks payment.',
  },
  {
    id: 'templates',
    isImplemented: true,
    title: `${TEMPLATE_COUNT} templates`,
    text: 'Start from a finished page with text and images. Keep what fits and change the rest.',
  },
  {
    id: 'light',
    isImplemented: true,
    title: 'Fast, with or without JavaScript',
    text: `The demo page is under ${MAX_PAGE_BYTES / 1000} kB, plus images and fonts. Buyers can pay even with JavaScript turned off.`,
  },
  {
    id: 'link',
    isImplemented: true,
    title: 'Share by link or QR code',
    text: 'Send the link or print it as a QR code. You don’t need a website.',
  },
  {
    id: 'testimonials',
    isImplemented: true,
    title: 'Testimonials',
    text: `Show up to ${MAX_TESTIMONIALS} testimonials with star ratings, right where buyers decide.`,
  },
  {
    id: 'analytics',
    isImplemented: true,
    title: 'Analytics',
    text: 'See visitors, checkouts started, sales, and refunds by page, source, and campaign. No cookies. Revenue is calculated from your orders.',
  },
  {
    id: 'delivery',
    isImplemented: true,
    title: 'Files and license keys, delivered',
    text: 'Upload what you sell. Buyers get downloads, license keys, or a private link as soon as they pay. You see who has downloaded what, and access ends with a full refund.',
  },
  {
    id: 'embedding',
    isImplemented: true,
    title: 'Embed on your website',
    text: 'Add your checkout to any website by pasting one snippet.',
  },
  {
    id: 'countdowns',
    isImplemented: true,
    title: 'Countdowns',
    text: 'Show when an offer ends, and change the price when it does.',
  },
  {
    id: 'custom-fields',
    isImplemented: true,
    title: 'Custom fields',
    text: 'Ask for a size, a name, or a date. The answers appear on the order.',
  },
  {
    id: 'custom-domain',
    isImplemented: true,
    title: 'Custom domain',
    text: 'Serve a page from your own domain on Growth and Pro. Existing links and QR codes keep working.',
  },
  {
    id: 'integrations',
    isImplemented: true,
    title: 'Custom integrations',
    text: `Every plan includes an API, signed webhooks with a delivery log, and a command-line tool. Pro raises the limits to ${MAX_WEBHOOK_ENDPOINTS.pro} webhook endpoints and three times the API requests.`,
  },
  {
    id: 'buyer-portal',
    isImplemented: true,
    title: 'Buyer portal',
    text: 'Buyers can find their receipts and downloads and manage their subscriptions themselves.',
  },
  {
    id: 'refunds',
    isImplemented: true,
    title: 'Refunds from the order',
    text: 'Refund a payment in full or in part, right on the order screen.',
  },
] as const satisfies readonly Claim[];

export type ClaimId = (typeof CLAIMS)[number]['id'];

export const getImplementedClaims = <C extends Claim>(claims: readonly C[]): readonly C[] =>
  claims.filter(({ isImplemented }) => isImplemented);

/** More features, for the line below the claims. */
export const MORE_FEATURES = [
  'subscriptions',
  'multiple price options',
  'pay what you want',
  'volume pricing',
  'limited stock',
  'a terms checkbox',
  'autosave and undo',
  'version history',
] as const;

/** Plan features that depend on a claim. */
const CLAIM_BY_FEATURE: Readonly<Record<string, ClaimId>> = {
  'Basic analytics': 'analytics',
  'Advanced analytics': 'analytics',
  'Custom domain': 'custom-domain',
  'Custom integrations': 'integrations',
};

/** Plan features that need an explanation: every plan has webhooks and the API, so Pro only raises their limits. */
const FEATURE_DETAILS: Readonly<Record<string, string>> = {
  'Custom integrations': 'Custom integrations, with higher limits for webhooks and the API',
};

export const isClaimImplemented = (id: ClaimId, claims: readonly Claim[] = CLAIMS): boolean =>
  getImplementedClaims(claims).some((claim) => claim.id === id);

const isFeatureImplemented = (feature: string, claims: readonly Claim[]): boolean => {
  const claim = CLAIM_BY_FEATURE[feature];
  return claim === undefined || isClaimImplemented(claim, claims);
};

/** `isComing`: part of the plan, but not implemented yet. */
export type PlanFeature = { text: string; isComing: boolean };

/** Features of a plan: everything of the smaller plan, plus its own. */
export function listPlanFeatures(plan: Plan, claims: readonly Claim[] = CLAIMS): PlanFeature[] {
  const smallerPlan = PLANS[PLANS.indexOf(plan) - 1];
  const ownFeatures = plan.features.map((feature) => ({
    text:
      plan.supportHours && feature.endsWith('support')
        ? `${feature}, answered within ${plan.supportHours} hours`
        : (FEATURE_DETAILS[feature] ?? feature),
    isComing: !isFeatureImplemented(feature, claims),
  }));
  const storage = { text: `${plan.fileStorageGb} GB for files you sell`, isComing: false };
  return smallerPlan
    ? [{ text: `Everything in ${smallerPlan.name}, plus`, isComing: false }, ...ownFeatures, storage]
    : [...ownFeatures, storage];
}

/** Implemented features of a plan. */
export const listImplementedFeatures = (plan: Plan, claims: readonly Claim[] = CLAIMS): PlanFeature[] =>
  listPlanFeatures(plan, claims).filter(({ isComing }) => !isComing);
