import { PAGE_TEMPLATES } from '#content/templates.ts';
import {
  MAX_PASSWORD_LENGTH,
  MIN_AGE,
  MIN_PASSWORD_LENGTH,
  RECOVERY_CODE_COUNT,
  ONE_TIME_LINK_HOURS,
  SESSION_IDLE_DAYS,
  SESSION_MAX_DAYS,
} from '#domain/account.ts';
import { MAX_API_KEYS } from '#domain/account.ts';
import { BUNDLE_LIMITS } from '#domain/bundle.ts';
import { LIMITS } from '#domain/checkout-page.ts';
import { MAX_BATCHES, MAX_CODES_PER_PAGE, MAX_NEW_CODES } from '#domain/coupon-batch.ts';
import { MAX_COUPONS } from '#domain/coupon.ts';
import { CURRENCIES, getCurrency, DEFAULT_CURRENCY, MAX_AMOUNT } from '#domain/currencies.ts';
import { FIELD_LIMITS, MAX_CUSTOM_FIELDS } from '#domain/custom-field.ts';
import {
  ACCESS_DAYS_AFTER_DELETION,
  ACTIVATION_LIMITS,
  DELIVERABLE_LIMITS,
  DOWNLOAD_LIMITS,
  MAX_DELIVERABLES,
  MAX_FILE_BYTES,
  MAX_KEYS,
  MAX_KEYS_PER_IMPORT,
} from '#domain/deliverable.ts';
import { MAX_EMBED_ORIGINS } from '#domain/embedding.ts';
import { FONT_FAMILIES, FONT_PRESETS } from '#domain/fonts.ts';
import { IMAGE_QUOTA_BYTES, LOGO_SIZE, MAX_IMAGE_BYTES, MAX_SVG_BYTES } from '#domain/image.ts';
import { KEY_WARNING_LEVEL, PROOF_LIFETIME_DAYS } from '#domain/license-api.ts';
import { formatMoney, formatWithSymbol } from '#domain/money.ts';
import { MAX_PRESETS, MAX_PRICE_OPTIONS } from '#domain/offer.ts';
import { MAX_PAGE_FILE_BYTES } from '#domain/page-file.ts';
import { MIN_DAYS_FOR_DELAYED } from '#domain/page-payment.ts';
import { INSTALLMENT_LIMITS, MAX_TRIAL_DAYS } from '#domain/payment-terms-fields.ts';
import { API_RATE_LIMITS, MAX_WEBHOOK_ENDPOINTS } from '#domain/plan-features.ts';
import {
  PLANS,
  PRICE_NOTICE_DAYS,
  TRIAL_DAYS,
  USAGE_WARNING_PERCENTAGE,
  type Plan,
  type PlanId,
} from '#domain/plans.ts';
import { MAX_TIERS, QUANTITY_LIMITS } from '#domain/quantity.ts';
import { EVENT_RETENTION_DAYS } from '#domain/security-event.ts';
import { MAX_FAILED_CHECKS, MAX_DOMAINS } from '#domain/seller-domain.ts';
import { MAX_SLUG, SLUG_QUARANTINE_DAYS } from '#domain/slug.ts';
import { STRIPE_TERMS, calculateUsualFee } from '#domain/stripe-terms.ts';
import {
  DEFAULT_RATING,
  MAX_TESTIMONIALS,
  MAX_TESTIMONIAL_TEXT,
  TESTIMONIALS_PER_LAYOUT,
} from '#domain/testimonial.ts';
import {
  DELIVERY_RETENTION_DAYS,
  OLD_SECRET_HOURS,
  PAUSED_AFTER_HOURS,
  RETRY_DELAYS_MS,
} from '#domain/webhook-endpoint.ts';

const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;
const EXAMPLE_CENTS = 2900;

const formatUsd = (cents: number): string => formatWithSymbol(cents, 'USD');
/** Whole dollars with thousands separators. */
export const formatDollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`;
const formatHours = (count: number): string => (count === 1 ? 'one hour' : `${count} hours`);
const formatRange = ([min, max]: readonly [number, number]): string => `${min} to ${max}`;

export function findPlan(id: PlanId): Plan {
  const plan = PLANS.find((candidate) => candidate.id === id);
  if (!plan) throw new RangeError(`No plan ${id}`);
  return plan;
}

export const formatSalesLimit = ({ monthlyLimitUsd }: Plan): string =>
  monthlyLimitUsd === null ? 'unlimited sales' : `up to ${formatDollars(monthlyLimitUsd)} in sales a month`;

/** Every number in the help and legal texts, formatted from the constants of the software. */
export const HELP_NUMBERS = {
  delayedPaymentDays: MIN_DAYS_FOR_DELAYED,
  imageSize: `${MAX_IMAGE_BYTES / MEGABYTE} MB`,
  svgSize: `${MAX_SVG_BYTES / 1024} KB`,
  fileSize: `${MAX_FILE_BYTES / GIGABYTE} GB`,
  deliverables: MAX_DELIVERABLES,
  accessAfterDeletion: `${ACCESS_DAYS_AFTER_DELETION} days`,
  downloads: DOWNLOAD_LIMITS.default,
  keysAtOnce: MAX_KEYS_PER_IMPORT.toLocaleString('en-US'),
  deliveredText: DELIVERABLE_LIMITS.text.toLocaleString('en-US'),
  imageQuota: `${IMAGE_QUOTA_BYTES / MEGABYTE} MB`,
  pageFileSize: `${MAX_PAGE_FILE_BYTES / MEGABYTE} MB`,
  logoSize: `${LOGO_SIZE.width} × ${LOGO_SIZE.height} pixels`,
  logoWidth: `${LOGO_SIZE.displayWidth} pixels`,
  features: LIMITS.features,
  productName: LIMITS.productName,
  description: LIMITS.description.toLocaleString('en-US'),
  buttonText: LIMITS.buttonText,
  successMessage: LIMITS.successMessage,
  customFields: MAX_CUSTOM_FIELDS,
  fieldChoices: FIELD_LIMITS.choices,
  testimonials: MAX_TESTIMONIALS,
  testimonialText: MAX_TESTIMONIAL_TEXT,
  testimonialsShown: TESTIMONIALS_PER_LAYOUT,
  rating: DEFAULT_RATING,
  coupons: MAX_COUPONS,
  batches: MAX_BATCHES,
  newCodes: MAX_NEW_CODES.toLocaleString('en-US'),
  codesPerPage: MAX_CODES_PER_PAGE.toLocaleString('en-US'),
  licenseDevices: `${ACTIVATION_LIMITS.min} to ${ACTIVATION_LIMITS.max.toLocaleString('en-US')}`,
  licenseKeys: MAX_KEYS.toLocaleString('en-US'),
  newLicenseKeys: MAX_KEYS_PER_IMPORT.toLocaleString('en-US'),
  licenseWarning: KEY_WARNING_LEVEL,
  proofDays: `${PROOF_LIFETIME_DAYS} days`,
  prices: MAX_PRICE_OPTIONS,
  presets: MAX_PRESETS,
  quantity: QUANTITY_LIMITS.maximum.toLocaleString('en-US'),
  lowerPrices: MAX_TIERS,
  bundleProducts: formatRange([BUNDLE_LIMITS.min, BUNDLE_LIMITS.max]),
  embedSites: MAX_EMBED_ORIGINS,
  domains: MAX_DOMAINS,
  domainChecks: MAX_FAILED_CHECKS,
  webhooks: MAX_WEBHOOK_ENDPOINTS.every,
  webhooksPro: MAX_WEBHOOK_ENDPOINTS.pro,
  webhookRetries: RETRY_DELAYS_MS.length,
  webhookPausedAfter: `${PAUSED_AFTER_HOURS / 24} days`,
  webhookLog: `${DELIVERY_RETENTION_DAYS} days`,
  oldSecret: formatHours(OLD_SECRET_HOURS),
  apiKeys: MAX_API_KEYS,
  apiRateLimit: API_RATE_LIMITS.every,
  apiRateLimitPro: API_RATE_LIMITS.pro,
  slug: MAX_SLUG,
  slugDays: SLUG_QUARANTINE_DAYS,
  templates: PAGE_TEMPLATES.length,
  fonts: FONT_FAMILIES.length,
  fontPairs: Object.keys(FONT_PRESETS).length,
  currencies: CURRENCIES.length,
  currency: DEFAULT_CURRENCY,
  minCharge: formatUsd(getCurrency('USD').minimum ?? 0),
  maxCharge: formatMoney(MAX_AMOUNT, 'USD'),
  trialDays: TRIAL_DAYS,
  buyerTrialDays: MAX_TRIAL_DAYS,
  installments: `${INSTALLMENT_LIMITS.minimum} to ${INSTALLMENT_LIMITS.maximum}`,
  warning: `${USAGE_WARNING_PERCENTAGE}%`,
  noticeDays: PRICE_NOTICE_DAYS,
  age: MIN_AGE,
  minPasswordLength: MIN_PASSWORD_LENGTH,
  maxPasswordLength: MAX_PASSWORD_LENGTH,
  recoveryCodes: RECOVERY_CODE_COUNT,
  eventRetention: `${EVENT_RETENTION_DAYS} days`,
  linkLifetime: formatHours(ONE_TIME_LINK_HOURS),
  sessionIdle: `${SESSION_IDLE_DAYS} days`,
  sessionMax: `${SESSION_MAX_DAYS} days`,
  cardFee: `${STRIPE_TERMS.cardPercent}% + ${formatUsd(STRIPE_TERMS.cardFixedCents)}`,
  international: `${STRIPE_TERMS.internationalPercent}%`,
  conversion: `${STRIPE_TERMS.conversionPercent}%`,
  payoutDays: formatRange(STRIPE_TERMS.payoutDays),
  refundDays: formatRange(STRIPE_TERMS.refundDays),
  /** A sample price, Stripe's usual fee for it, and the rest. */
  example: {
    price: formatUsd(EXAMPLE_CENTS),
    fee: formatUsd(calculateUsualFee(EXAMPLE_CENTS)),
    remainder: formatUsd(EXAMPLE_CENTS - calculateUsualFee(EXAMPLE_CENTS)),
  },
  supportStarter: findPlan('starter').supportHours,
  supportGrowth: findPlan('growth').supportHours,
} as const;
