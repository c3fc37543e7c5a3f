import {
  MAX_PASSWORD,
  MIN_AGE,
  MIN_PASSWORD,
  RECOVERY_CODES,
  ONE_TIME_LINK_HOURS,
  SESSION_IDLE_DAYS,
  SESSION_LONGEST_DAYS,
} from '#domain/account.ts';
import { MAX_API_KEYS } from '#domain/api-key.ts';
import { EVENTS_KEPT_DAYS } from '#domain/security-event.ts';
import { LIMITS } from '#domain/checkout-page.ts';
import { MAX_COUPONS } from '#domain/coupon.ts';
import { FIELD_LIMITS, MAX_CUSTOM_FIELDS } from '#domain/custom-field.ts';
import { CURRENCIES, currencyOf, DEFAULT_CURRENCY, MAX_AMOUNT } from '#domain/currencies.ts';
import { MAX_EMBED_ORIGINS } from '#domain/embedding.ts';
import { FACES, FONT_PRESETS } from '#domain/fonts.ts';
import { IMAGE_SPACE_BYTES, LOGO_SIZE, MAX_IMAGE_BYTES, MAX_SVG_BYTES } from '#domain/image.ts';
import { moneyText, symbolText } from '#domain/money.ts';
import { MAX_PRESETS, MAX_PRICE_OPTIONS } from '#domain/offer.ts';
import { MAX_PAGE_FILE_BYTES } from '#domain/page-file.ts';
import {
  PLANS,
  PRICE_NOTICE_DAYS,
  TRIAL_DAYS,
  USAGE_WARNING_PERCENT,
  type Plan,
  type PlanId,
} from '#domain/plans.ts';
import { PROVIDER_FIGURES, usualFee } from '#domain/provider-figures.ts';
import { API_PACE, WEBHOOK_ENDPOINTS } from '#domain/reach.ts';
import { FAILED_CHECKS_UNTIL_OFF, MAX_DOMAINS } from '#domain/seller-domain.ts';
import { MAX_SLUG, SLUG_QUARANTINE_DAYS } from '#domain/slug.ts';
import {
  DELIVERIES_KEPT_DAYS,
  OLD_SECRET_HOURS,
  PAUSED_AFTER_HOURS,
  RETRY_GAPS_MS,
} from '#domain/webhook-endpoint.ts';
import {
  DEFAULT_RATING,
  MAX_TESTIMONIALS,
  MAX_TESTIMONIAL_TEXT,
  TESTIMONIALS_SHOWN,
} from '#domain/testimonial.ts';

import { PAGE_TEMPLATES } from '#content/templates.ts';

const MEGABYTE = 1024 * 1024;
const EXAMPLE_CENTS = 2900;

const usd = (cents: number): string => symbolText(cents, 'USD');
/** Whole dollars with thousands separators. */
export const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`;
const hours = (count: number): string => (count === 1 ? 'one hour' : `${count} hours`);
const between = ([least, most]: readonly [number, number]): string => `${least} to ${most}`;

export function planOf(id: PlanId): Plan {
  const plan = PLANS.find((one) => one.id === id);
  if (!plan) throw new RangeError(`No plan ${id}`);
  return plan;
}

export const limitText = ({ monthlyLimitUsd }: Plan): string =>
  monthlyLimitUsd === null ? 'no limit' : `${dollars(monthlyLimitUsd)} of sales a month`;

/** Every number in the help and legal texts, formatted from the constants of the software. */
export const FIGURES = {
  imageSize: `${MAX_IMAGE_BYTES / MEGABYTE} MB`,
  svgSize: `${MAX_SVG_BYTES / 1024} KB`,
  imageSpace: `${IMAGE_SPACE_BYTES / MEGABYTE} MB`,
  pageFileSize: `${MAX_PAGE_FILE_BYTES / MEGABYTE} MB`,
  logoSize: `${LOGO_SIZE.width} × ${LOGO_SIZE.height} pixels`,
  logoWidth: `${LOGO_SIZE.shownWidth} pixels`,
  features: LIMITS.features,
  productName: LIMITS.productName,
  description: LIMITS.description.toLocaleString('en-US'),
  buttonText: LIMITS.buttonText,
  successMessage: LIMITS.successMessage,
  customFields: MAX_CUSTOM_FIELDS,
  fieldChoices: FIELD_LIMITS.choices,
  testimonials: MAX_TESTIMONIALS,
  testimonialText: MAX_TESTIMONIAL_TEXT,
  testimonialsShown: TESTIMONIALS_SHOWN,
  rating: DEFAULT_RATING,
  coupons: MAX_COUPONS,
  prices: MAX_PRICE_OPTIONS,
  presets: MAX_PRESETS,
  embedSites: MAX_EMBED_ORIGINS,
  domains: MAX_DOMAINS,
  domainChecks: FAILED_CHECKS_UNTIL_OFF,
  webhooks: WEBHOOK_ENDPOINTS.every,
  webhooksPro: WEBHOOK_ENDPOINTS.pro,
  webhookRetries: RETRY_GAPS_MS.length,
  webhookPausedAfter: `${PAUSED_AFTER_HOURS / 24} days`,
  webhookLog: `${DELIVERIES_KEPT_DAYS} days`,
  oldSecret: hours(OLD_SECRET_HOURS),
  apiKeys: MAX_API_KEYS,
  apiPace: API_PACE.every,
  apiPacePro: API_PACE.pro,
  slug: MAX_SLUG,
  slugDays: SLUG_QUARANTINE_DAYS,
  templates: PAGE_TEMPLATES.length,
  faces: FACES.length,
  fontPairs: Object.keys(FONT_PRESETS).length,
  currencies: CURRENCIES.length,
  currency: DEFAULT_CURRENCY,
  smallestCharge: usd(currencyOf('USD').minimum ?? 0),
  largestCharge: moneyText(MAX_AMOUNT, 'USD'),
  trialDays: TRIAL_DAYS,
  warning: `${USAGE_WARNING_PERCENT} %`,
  noticeDays: PRICE_NOTICE_DAYS,
  age: MIN_AGE,
  password: MIN_PASSWORD,
  longestPassword: MAX_PASSWORD,
  recoveryCodes: RECOVERY_CODES,
  eventsKept: `${EVENTS_KEPT_DAYS} days`,
  linkLife: hours(ONE_TIME_LINK_HOURS),
  sessionIdle: `${SESSION_IDLE_DAYS} days`,
  sessionLongest: `${SESSION_LONGEST_DAYS} days`,
  cardFee: `${PROVIDER_FIGURES.cardPercent} % + ${usd(PROVIDER_FIGURES.cardFixedCents)}`,
  international: `${PROVIDER_FIGURES.internationalPercent} %`,
  conversion: `${PROVIDER_FIGURES.conversionPercent} %`,
  payoutDays: between(PROVIDER_FIGURES.payoutDays),
  refundDays: between(PROVIDER_FIGURES.refundDays),
  /** A sample price, Stripe's usual fee for it, and the rest. */
  example: {
    price: usd(EXAMPLE_CENTS),
    fee: usd(usualFee(EXAMPLE_CENTS)),
    rest: usd(EXAMPLE_CENTS - usualFee(EXAMPLE_CENTS)),
  },
  supportStarter: planOf('starter').supportHours,
  supportGrowth: planOf('growth').supportHours,
} as const;
