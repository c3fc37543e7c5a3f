import { createHash } from 'node:crypto';

import type Stripe from 'stripe';

import { getItemName } from '#content/messages/item-name.ts';
import { createAccentShades } from '#domain/accent-color.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCoupon, type Coupon } from '#domain/coupon.ts';
import { formatAmount, formatWithSymbol } from '#domain/money.ts';
import { listExcludedMethods } from '#domain/page-payment.ts';
import {
  bumpLineKey,
  calculateDiscount,
  createMainLine,
  getProductAmount,
  listBumpIds,
  listLinesInScope,
  MAIN_LINE,
  type QuoteLine,
} from '#domain/quote.ts';
import { pathOf, type Site } from '#server/core/site.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { OWN_PRODUCT_PREFIX } from '#server/stripe/stripe-values.ts';

type Params = Stripe.Checkout.SessionCreateParams;
type CouponParams = Stripe.CouponCreateParams & { id: string };
type ProductParams = Stripe.ProductCreateParams & { id: string };

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
  const coupon = couponParams(attempt, config, appUrl);
  return {
    mode: isRecurring(config) ? 'subscription' : 'payment',
    line_items: linesOfAttempt(attempt, config).map((line) => lineItemParams(line, attempt, config, appUrl)),
    ...(coupon ? { discounts: [{ coupon: coupon.id }] } : {}),
    ...paymentMethodParams(attempt, config),
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: false },
    client_reference_id: attempt.id,
    ...(attempt.email ? { customer_email: attempt.email } : {}),
    metadata: attemptMetadata(attempt),
    ...(isRecurring(config) ? subscriptionParams(attempt, config) : oneTimeParams(attempt, config)),
    locale: 'auto',
    branding_settings: {
      ...(sellerName ? { display_name: sellerName } : {}),
      button_color: createAccentShades(config.accentColor).fill,
      border_style: 'rounded',
    },
    expand: ['line_items'],
    expires_at: Math.floor(attempt.expiresAt.getTime() / 1000),
    success_url: `${successUrl(returnSite.origin, attempt)}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: cancelUrl(attempt, config, returnSite),
  };
}

/** The installments of a payment plan are those of a subscription. */
const isRecurring = ({ paymentType }: Pick<CheckoutPageConfig, 'paymentType'>): boolean => paymentType !== 'one-time';

export const sessionIdempotencyKey = ({ id }: Pick<CheckoutAttempt, 'id'>): string => `cs:${id}`;

/**
 * Builds the URL of the page with the buyer's choice, campaign and return address. Order bumps are not part of it, because no
 * link may check them: the page finds those of the attempt, for its visitor only.
 */
function cancelUrl(attempt: CheckoutAttempt, config: CheckoutPageConfig, returnSite: Site): string {
  const { slug, returnTo, checkoutLinkId } = attempt;
  const returnParams = {
    ...choiceParams(attempt, config),
    ...utmParams(attempt),
    ...(listBumpIds(linesOfAttempt(attempt, config)).length > 0 ? { attempt: attempt.id } : {}),
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

export const choiceParams = (attempt: CheckoutAttempt, config: CheckoutPageConfig): Record<string, string> => {
  const { couponCode, plan, currency, quantity } = attempt;
  const amount = getProductAmount({ lines: linesOfAttempt(attempt, config) });
  return {
    ...(couponCode ? { coupon: couponCode } : {}),
    ...(plan ? { plan } : {}),
    ...(config.quantity.enabled ? { quantity: String(quantity) } : {}),
    ...(config.payWhatYouWant.enabled ? { amount: formatAmount(amount, currency) } : {}),
  };
};

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

/** What Stripe shows the seller, and the bank in a dispute. */
const describePayment = ({ quantity }: CheckoutAttempt, { productName: name }: CheckoutPageConfig): string =>
  getItemName({ name, quantity });

const oneTimeParams = (attempt: CheckoutAttempt, config: CheckoutPageConfig): Partial<Params> => ({
  payment_intent_data: { metadata: attemptMetadata(attempt), description: describePayment(attempt, config) },
  customer_creation: 'always',
  submit_type: 'pay',
});

const subscriptionParams = (attempt: CheckoutAttempt, config: CheckoutPageConfig): Partial<Params> => ({
  subscription_data: {
    metadata: attemptMetadata(attempt),
    description: describePayment(attempt, config),
    ...(attempt.trialDays === null
      ? {}
      : {
          trial_period_days: attempt.trialDays,
          // A subscription that costs nothing goes on without a card.
          trial_settings: {
            end_behavior: { missing_payment_method: isFreeForever(attempt, config) ? 'create_invoice' : 'cancel' },
          },
        }),
  },
  submit_type: 'subscribe',
  ...(needsNoCard(attempt, config) ? { payment_method_collection: 'if_required' } : {}),
});

/** Later payments of a subscription that is free at first need a card, unless the free trial of the page asks for none. */
const needsNoCard = (attempt: CheckoutAttempt, config: CheckoutPageConfig): boolean =>
  (attempt.trialDays !== null && !config.paymentTerms.trialNeedsCard) || isFreeForever(attempt, config);

/** Whether nothing is due now and later, because of a coupon that lasts. */
const isFreeForever = (attempt: CheckoutAttempt, { validCoupons }: CheckoutPageConfig): boolean => {
  const { total, couponCode } = attempt;
  return total === 0 && sumRecurring(attempt) === 0 && !(couponCode && findCoupon(validCoupons, couponCode)?.payments);
};

/** What the buyer pays for the recurring lines in each period. */
const sumRecurring = ({ lines }: CheckoutAttempt): number =>
  (lines ?? []).reduce((sum, { kind, total }) => sum + (kind === 'recurring' ? total : 0), 0);

/** The quoted lines of an attempt; one line with the sums for an attempt of an earlier version. */
function linesOfAttempt(attempt: CheckoutAttempt, config: CheckoutPageConfig): readonly QuoteLine[] {
  const kind = isRecurring(config) ? 'recurring' : 'one_time';
  return attempt.lines ?? [createMainLine({ ...attempt, name: config.productName, kind })];
}

/** The ledger finds the line of an item by its metadata. */
function lineItemParams(
  line: QuoteLine,
  attempt: CheckoutAttempt,
  config: CheckoutPageConfig,
  appUrl: string,
): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: line.quantity,
    price_data: {
      currency: attempt.currency.toLowerCase(),
      unit_amount: line.unit,
      product: createProductParams(line, attempt, config, appUrl).id,
      ...(line.kind === 'recurring'
        ? { recurring: { interval: INTERVALS[config.billingFrequency], interval_count: 1 } }
        : {}),
    },
    metadata: { line: line.key, ...itemMetadata(line) },
  };
}

/** From these, an attempt that was lost with the database is restored. */
const itemMetadata = ({ item }: QuoteLine): Record<string, string> =>
  item
    ? {
        item_page: item.pageId,
        item_option: item.optionId,
        ...(item.alreadyPaid === undefined ? {} : { already_paid: String(item.alreadyPaid) }),
      }
    : {};

/** Returns the products of an attempt's lines, which stay on the seller's account. */
export const productParams = (attempt: CheckoutAttempt, config: CheckoutPageConfig, appUrl: string): ProductParams[] =>
  linesOfAttempt(attempt, config).map((line) => createProductParams(line, attempt, config, appUrl));

/** A product's id is a hash of its content, so all buyers of the same content share one product. */
function createProductParams(
  { key, name, item }: QuoteLine,
  { pageId }: CheckoutAttempt,
  config: CheckoutPageConfig,
  appUrl: string,
): ProductParams {
  const isMain = key === MAIN_LINE;
  const bump = config.bumps.items.find((candidate) => bumpLineKey(candidate) === key);
  const description = truncate(isMain ? config.description : (bump?.text ?? ''), MAX_DESCRIPTION);
  const picture = isMain ? config.productImage : (bump?.image ?? item?.image);
  const image = picture && isPubliclyReachable(appUrl) ? picture : null;
  const content = {
    name: item ? getBundleItemName(config, name) : name,
    ...(description ? { description } : {}),
    ...(image ? { images: [appUrl + image] } : {}),
    metadata: { page_id: pageId, line: key },
  };
  return { id: `${OWN_PRODUCT_PREFIX}${hashContent(content)}`, ...content };
}

/** Stripe's page has no heading for a bundle, so each of its products names it. */
export const getBundleItemName = ({ productName }: Pick<CheckoutPageConfig, 'productName'>, name: string): string =>
  `${productName}: ${name}`;

const hashContent = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 24);

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
 * Returns the coupon on the seller's account for exactly this attempt's discount on the lines of its scope, or null without
 * a discount. Its id is a hash of its content.
 */
export function couponParams(
  attempt: CheckoutAttempt,
  config: CheckoutPageConfig,
  appUrl: string,
): CouponParams | null {
  const lines = linesOfAttempt(attempt, config);
  // Other than that of the attempt, it includes the discount of what is due after a free trial.
  const discountOfLines = lines.reduce((sum, { discount }) => sum + discount, 0);
  if (!attempt.couponCode || discountOfLines === 0) return null;
  const currency = attempt.currency.toLowerCase();
  const coupon = findCoupon(config.validCoupons, attempt.couponCode);
  const scoped = coupon ? listLinesInScope(lines, coupon, config) : lines;
  const isFree = scoped.every(({ total }) => total === 0);
  const content = {
    name: truncate(couponName(attempt.couponCode, coupon, config.currency), MAX_COUPON_NAME),
    ...(isRecurring(config) ? discountDuration(coupon) : { duration: 'once' as const }),
    ...(isFree ? { percent_off: 100 } : { amount_off: discountOfLines, currency }),
    ...(scoped.length < lines.length
      ? { applies_to: { products: scoped.map((line) => createProductParams(line, attempt, config, appUrl).id) } }
      : {}),
  };
  return { id: `co_${hashContent(content)}`, ...content };
}

/** A coupon that was removed since the attempt started lasts, as all coupons once did. Several payments are monthly ones. */
function discountDuration(coupon: Coupon | undefined): Pick<CouponParams, 'duration' | 'duration_in_months'> {
  const payments = coupon?.payments ?? null;
  if (payments === null) return { duration: 'forever' };
  return payments === 1 ? { duration: 'once' } : { duration: 'repeating', duration_in_months: payments };
}

/** Builds a name such as `SAVE20 (20% off)`, which buyers see on Stripe's page and on receipts. */
function couponName(code: string, coupon: Coupon | undefined, currency: string): string {
  if (!coupon) return code;
  if (coupon.type === 'percentage') return `${code} (${coupon.discount}% off)`;
  const discountAmount = calculateDiscount(0, coupon, currency);
  return 'amount' in discountAmount ? `${code} (${formatWithSymbol(discountAmount.amount, currency)} off)` : code;
}
