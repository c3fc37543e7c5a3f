import { CURRENCIES } from '#domain/currencies.ts';
import { FONT_FAMILIES } from '#domain/fonts.ts';
import { MAX_PAGE_BYTES } from '#domain/page-size.ts';
import { MAX_WEBHOOK_ENDPOINTS } from '#domain/plan-limits.ts';
import { PLANS, type Plan } from '#domain/plans.ts';
import { MAX_TESTIMONIALS } from '#domain/testimonial.ts';

import { PAGE_TEMPLATES } from './templates.ts';

/** Minutes until a first page can be on sale. */
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
    title: `On sale in under ${FIRST_PAGE_MINUTES} minutes`,
    text: 'One product, one page, one form. There is no shop to set up first, and nothing to install on your site.',
  },
  {
    id: 'layouts',
    isImplemented: true,
    title: 'Three layouts, your own face',
    text: `Your logo, your picture, your accent, ${FONT_FAMILIES.length} typefaces. The page looks like you, because nothing on it is ours.`,
  },
  {
    id: 'currencies',
    isImplemented: true,
    title: `${CURRENCIES.length} currencies, one account`,
    text: 'Price in whatever your buyers count in. The money goes straight to your own Stripe account.',
  },
  {
    id: 'coupons',
    isImplemented: true,
    title: 'Coupons that behave',
    text: 'A percentage or a fixed amount, for some days, for so many uses or once a buyer. A wrong code never blocks the pay button.',
  },
  {
    id: 'templates',
    isImplemented: true,
    title: `${PAGE_TEMPLATES.length} templates`,
    text: 'Finished pages with words and pictures in them. Keep what fits, change the rest.',
  },
  {
    id: 'light',
    isImplemented: true,
    title: `Under ${MAX_PAGE_BYTES / 1000} kB, no script needed`,
    text: 'That is the whole page before your pictures and type. It sells with JavaScript switched off, too.',
  },
  {
    id: 'link',
    isImplemented: true,
    title: 'One link, anywhere',
    text: 'Send the address, or print it as a QR code. The page stands on its own; you need no site around it.',
  },
  {
    id: 'testimonials',
    isImplemented: true,
    title: 'Kind words beside the price',
    text: `Up to ${MAX_TESTIMONIALS} testimonials with stars, there where people hesitate.`,
  },
  {
    id: 'analytics',
    isImplemented: true,
    title: 'Analytics you can read',
    text: 'Seen, started, paid, refunded: by page, source and campaign. No cookie, and the money is your order book’s, to the cent.',
  },
  {
    id: 'embedding',
    isImplemented: true,
    title: 'A page inside your own',
    text: 'Place the checkout where your readers already are, with one line of code.',
  },
  {
    id: 'countdowns',
    isImplemented: true,
    title: 'Countdowns',
    text: 'An offer that ends says when, and ends then.',
  },
  {
    id: 'custom-fields',
    isImplemented: true,
    title: 'Custom fields',
    text: 'Ask for a size, a name or a date, and find the answer with the order.',
  },
  {
    id: 'custom-domain',
    isImplemented: true,
    title: 'Your own domain',
    text: 'A page at the root of a name that is yours, from Growth on. Links and codes with the old address go on working.',
  },
  {
    id: 'integrations',
    isImplemented: true,
    title: 'Custom integrations',
    text: `Signed webhooks with a log, an API and a command line, on every plan. Pro has ${MAX_WEBHOOK_ENDPOINTS.pro} webhooks and ten times the pace.`,
  },
  {
    id: 'buyer-portal',
    isImplemented: true,
    title: 'A portal for buyers',
    text: 'Buyers see to their own subscriptions and receipts.',
  },
  {
    id: 'refunds',
    isImplemented: true,
    title: 'Refunds from the order',
    text: 'Give money back where you see the sale.',
  },
] as const satisfies readonly Claim[];

export type ClaimId = (typeof CLAIMS)[number]['id'];

export const getImplementedClaims = <C extends Claim>(claims: readonly C[]): readonly C[] =>
  claims.filter(({ isImplemented }) => isImplemented);

/** More features, for the line below the claims. */
export const MORE_FEATURES = [
  'subscriptions by the week, month or year',
  'several prices on one page',
  'pay what you want',
  'limited stock',
  'a terms box',
  'drafts that save themselves and can be undone',
  'every published version',
  'and a sandbox to try it all in',
] as const;

/** Plan features that depend on a claim. */
const CLAIM_BY_FEATURE: Readonly<Record<string, ClaimId>> = {
  'Basic analytics': 'analytics',
  'Advanced analytics': 'analytics',
  'Custom domain': 'custom-domain',
  'Custom integrations': 'integrations',
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
        : feature,
    isComing: !isFeatureImplemented(feature, claims),
  }));
  return smallerPlan
    ? [{ text: `Everything in ${smallerPlan.name}, plus`, isComing: false }, ...ownFeatures]
    : ownFeatures;
}

/** Implemented features of a plan. */
export const listImplementedFeatures = (plan: Plan, claims: readonly Claim[] = CLAIMS): PlanFeature[] =>
  listPlanFeatures(plan, claims).filter(({ isComing }) => !isComing);
