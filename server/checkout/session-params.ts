import { createHash } from 'node:crypto';

import type Stripe from 'stripe';

import { createAccentShades } from '#domain/accent-color.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCoupon } from '#domain/coupon.ts';
import { formatAmount, formatWithSymbol } from '#domain/money.ts';
import { listExcludedMethods } from '#domain/payment-methods.ts';
import { calculateDiscount } from '#domain/pricing.ts';
import { pathOf, type Site } from '#server/core/site.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';

type Params = Stripe.Checkout.SessionCreateParams;
type CouponParams = Stripe.CouponCreateParams & { id: string };

const INTERVALS = { weekly: 'week', monthly: 'month', yearly: 'year' } as const;
const MAX_DESCRIPTION = 500;
const MAX_COUPON_NAME = 40;

/** Our origin and the site to which the buyer returns: ours or the seller's custom domain. */
type SessionUrls = { appUrl: string; returnSite: Site };

/** Builds the parameters of an attempt's Checkout Session. The same attempt gives the same parameters. */
export function sessionParams(
  attempt: CheckoutAttempt,
  config: CheckoutPageConfig,
  { appUrl, returnSite }: SessionUrls,
  sellerName: string | null,
): Params {
  const coupon = couponParams(attempt, config);
  return {
    mode: config.paymentType === 'subscription' ? 'subscription' : 'payment',
    line_items: [{ quantity: 1, price_data: priceDataParams(attempt, config, appUrl) }],
    ...(coupon ? { discounts: [{ coupon: coupon.id }] } : {}),
    ...paymentMethodParams(attempt, config),
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: false },
    client_reference_id: attempt.id,
    ...(attempt.email ? { customer_email: attempt.email } : {}),
    metadata: attemptMetadata(attempt),
    ...(config.paymentType === 'subscription' ? subscriptionParams(attempt, config) : oneTimeParams(attempt, config)),
    locale: 'auto',
    branding_settings: {
      ...(sellerName ? { display_name: sellerName } : {}),
      button_color: createAccentShades(config.accentColor).fill,
      border_style: 'rounded',
    },
    expires_at: Math.floor(attempt.expiresAt.getTime() / 1000),
    success_url: `${successUrl(returnSite.origin, attempt)}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: cancelUrl(attempt, config, returnSite),
  };
}

export const sessionIdempotencyKey = ({ id }: Pick<CheckoutAttempt, 'id'>): string => `cs:${id}`;

/** Builds the URL of the page with the buyer's choice, campaign and return address. */
function cancelUrl(attempt: CheckoutAttempt, config: CheckoutPageConfig, returnSite: Site): string {
  const { slug, returnTo, checkoutLinkId } = attempt;
  const returnParams = {
    ...choiceParams(attempt, config),
    ...utmParams(attempt),
    ...(checkoutLinkId ? { checkout: checkoutLinkId } : returnTo ? { returnTo } : {}),
  };
  return `${returnSite.origin}${pathOf(returnSite, slug)}?${new URLSearchParams({ canceled: 'true', ...returnParams })}`;
}

function utmParams(attempt: CheckoutAttempt): Record<string, string> {
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = attempt;
  const params = Object.entries({
    utm_source: utmSource,
    utm_medium: utmMedium,
    utm_campaign: utmCampaign,
    utm_term: utmTerm,
    utm_content: utmContent,
  });
  return Object.fromEntries(params.filter(([, value]) => value !== ''));
}

export const successUrl = (origin: string, { id }: Pick<CheckoutAttempt, 'id'>): string => `${origin}/success?t=${id}`;

export const choiceParams = (
  { couponCode, plan, original, currency }: CheckoutAttempt,
  { payWhatYouWant }: CheckoutPageConfig,
): Record<string, string> => ({
  ...(couponCode ? { coupon: couponCode } : {}),
  ...(plan ? { plan } : {}),
  ...(payWhatYouWant.enabled ? { amount: formatAmount(original, currency) } : {}),
});

/** Set on the session and on the objects that it creates, because Stripe does not copy metadata. */
const attemptMetadata = ({ id, pageId, slug, couponCode, plan }: CheckoutAttempt): Record<string, string> => ({
  attempt_id: id,
  page_id: pageId,
  slug,
  ...(couponCode ? { coupon_code: couponCode } : {}),
  ...(plan ? { plan } : {}),
});

/** Depends on the time of the attempt, so that the same attempt gives the same parameters. */
function paymentMethodParams({ createdAt }: CheckoutAttempt, config: CheckoutPageConfig): Partial<Params> {
  if (config.payment.methods === 'card') return { allowed_payment_method_types: ['card'] };
  const excluded = listExcludedMethods(config, createdAt);
  return excluded.length > 0 ? { excluded_payment_method_types: excluded } : {};
}

const oneTimeParams = (attempt: CheckoutAttempt, { productName }: CheckoutPageConfig): Partial<Params> => ({
  payment_intent_data: { metadata: attemptMetadata(attempt), description: productName },
  customer_creation: 'always',
  submit_type: 'pay',
});

const subscriptionParams = (attempt: CheckoutAttempt, { productName }: CheckoutPageConfig): Partial<Params> => ({
  subscription_data: { metadata: attemptMetadata(attempt), description: productName },
  submit_type: 'subscribe',
  ...(attempt.total === 0 ? { payment_method_collection: 'if_required' } : {}),
});

function priceDataParams(
  attempt: CheckoutAttempt,
  config: CheckoutPageConfig,
  appUrl: string,
): Stripe.Checkout.SessionCreateParams.LineItem.PriceData {
  const description = truncate(config.description, MAX_DESCRIPTION);
  return {
    currency: attempt.currency.toLowerCase(),
    unit_amount: attempt.original,
    ...(config.paymentType === 'subscription'
      ? { recurring: { interval: INTERVALS[config.billingFrequency], interval_count: 1 } }
      : {}),
    product_data: {
      name: config.productName,
      ...(description ? { description } : {}),
      ...(config.productImage && isPubliclyReachable(appUrl) ? { images: [appUrl + config.productImage] } : {}),
      metadata: { page_id: attempt.pageId },
    },
  };
}

/** Truncates to a number of UTF-16 units without splitting a surrogate pair. */
const truncate = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

/** Returns true if Stripe's servers can fetch an image from this URL: https with a public host name. */
function isPubliclyReachable(appUrl: string): boolean {
  const { protocol, hostname } = new URL(appUrl);
  const isName = /\.[a-z][a-z0-9-]+$/.test(hostname);
  return protocol === 'https:' && isName && !/\.(local|localhost|internal|test)$/.test(hostname);
}

/**
 * Returns the coupon on the seller's account for exactly this attempt's discount, or null without a discount. Its id is
 * a hash of its content.
 */
export function couponParams(attempt: CheckoutAttempt, config: CheckoutPageConfig): CouponParams | null {
  if (!attempt.couponCode || attempt.discount === 0) return null;
  const currency = attempt.currency.toLowerCase();
  const content = {
    name: truncate(couponName(attempt.couponCode, config), MAX_COUPON_NAME),
    duration: config.paymentType === 'subscription' ? ('forever' as const) : ('once' as const),
    ...(attempt.total === 0 ? { percent_off: 100 } : { amount_off: attempt.discount, currency }),
  };
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { id: `co_${hash.slice(0, 24)}`, ...content };
}

/** Builds a name such as `SAVE20 (20% off)`, which buyers see on Stripe's page and on receipts. */
function couponName(code: string, { validCoupons, currency }: CheckoutPageConfig): string {
  const coupon = findCoupon(validCoupons, code);
  if (!coupon) return code;
  if (coupon.type === 'percentage') return `${code} (${coupon.discount}% off)`;
  const discountAmount = calculateDiscount(0, coupon, currency);
  return 'amount' in discountAmount ? `${code} (${formatWithSymbol(discountAmount.amount, currency)} off)` : code;
}
