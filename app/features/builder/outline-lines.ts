import { contrastRatio } from '#domain/accent-color.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { getFontPreset } from '#domain/fonts.ts';
import type { FieldError } from '#domain/page-fields.ts';
import { normalizeSlug, deriveSlug } from '#domain/slug.ts';
import { countCharacters } from '#domain/text.ts';
import { formatShortZonedTime } from '#domain/zoned-time.ts';

import type { ConfigKey } from './state/builder-reducer.ts';
import { getConfigKey } from './state/config-keys.ts';
import { getPageTimeZone } from './state/page-time-zone.ts';

/** `empty`: not set and optional. `open`: missing or invalid. */
export type OutlineState = 'ready' | 'empty' | 'open';
export type OutlineLine = { field: string; label: string; value: string; state: OutlineState };
/** Source of an outline line; an empty value means that it is not set. */
type OutlineEntry = { label: string; value: string; isOptional: boolean; keys: readonly ConfigKey[] };

const required = (label: string, value: string, ...keys: ConfigKey[]): OutlineEntry => ({
  label,
  value,
  isOptional: false,
  keys,
});
const optional = (label: string, value: string, ...keys: ConfigKey[]): OutlineEntry => ({
  ...required(label, value, ...keys),
  isOptional: true,
});

const countText = (number: number): string => (number === 0 ? '' : String(number));
const lengthText = (text: string): string => countText(countCharacters(text.trim()));

const contentLines = (config: CheckoutPageConfig): OutlineEntry[] => {
  const { priceOptions, payWhatYouWant, features, testimonials } = config;
  const priceCount = priceOptions.others.length > 0 ? priceOptions.others.length + 1 : 0;
  return [
    required('Name', lengthText(config.productName), 'productName'),
    optional('Description', lengthText(config.description), 'description'),
    optional('Image', config.productImage ? '1' : '', 'productImage'),
    required('Price', config.price.trim(), 'price', 'currency'),
    optional('Options', countText(priceCount), 'priceOptions'),
    optional('Own amount', payWhatYouWant.enabled ? 'on' : '', 'payWhatYouWant'),
    optional('Features', countText(features.length), 'features'),
    optional('Testimonials', testimonials.enabled ? countText(testimonials.items.length) : '', 'testimonials'),
    required('Button', lengthText(config.buttonText), 'buttonText', 'successMessage'),
  ];
};

const designLines = (config: CheckoutPageConfig): OutlineEntry[] => [
  required('Layout', config.layout, 'layout'),
  optional('Logo', config.logo ? '1' : '', 'logo', 'logoPosition'),
  required('Accent', accentValue(config.accentColor), 'accentColor'),
  required('Fonts', getFontPreset(config.fonts), 'fonts'),
];

function settingsLines(config: CheckoutPageConfig, liveSlug: string | null): OutlineEntry[] {
  const { enableCoupon, validCoupons, countdown, requireTerms } = config;
  const slug = normalizeSlug(config.customSlug) || (liveSlug ?? deriveSlug(config.productName));
  const countdownLine = countdown.enabled ? required : optional;
  const termsLine = requireTerms ? required : optional;
  return [
    optional('Address', slug, 'customSlug'),
    optional('Coupons', enableCoupon ? countText(validCoupons.length) : '', 'enableCoupon', 'validCoupons'),
    countdownLine('Countdown', countdownValue(config), 'countdown'),
    optional('Availability', availabilityValue(config), 'availability', 'timeZone'),
    termsLine('Terms', termsValue(config), 'requireTerms', 'termsUrl', 'privacyUrl'),
  ];
}

/** Returns the end date of the countdown in the time zone of the page. */
function countdownValue(config: CheckoutPageConfig): string {
  const { enabled, endsAt } = config.countdown;
  return enabled && endsAt
    ? formatShortZonedTime(new Date(endsAt), getPageTimeZone(config)).replace(/ \d{4},.*/, '')
    : '';
}

function availabilityValue({ availability: { opensAt, closesAt, stock } }: CheckoutPageConfig): string {
  if (stock !== null) return String(stock);
  return opensAt !== null || closesAt !== null ? 'dated' : '';
}

function termsValue({ requireTerms, termsUrl }: CheckoutPageConfig): string {
  if (!requireTerms) return '';
  return termsUrl.trim() ? 'asked' : 'link?';
}

function accentValue(accent: string): string {
  const color = accent.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(color) ? `${contrastRatio(color, '#ffffff').toFixed(1)}:1` : '';
}

function toOutlineLine(entry: OutlineEntry, errors: readonly FieldError[]): OutlineLine {
  const { keys, label, value, isOptional } = entry;
  const error = errors.find(({ field }) => keys.includes(getConfigKey(field)));
  const isMissing = value === '' ? !isOptional : value === 'link?';
  const state: OutlineState = error || isMissing ? 'open' : value === '' ? 'empty' : 'ready';
  const field = error?.field ?? (value === 'link?' ? 'termsUrl' : (keys[0] ?? label));
  return { field, label, value, state };
}

/** Lists all parts of a page in three sections that match the tabs of the form. */
export function buildOutline(
  config: CheckoutPageConfig,
  errors: readonly FieldError[],
  liveSlug: string | null,
): readonly (readonly OutlineLine[])[] {
  return [contentLines(config), designLines(config), settingsLines(config, liveSlug)].map((entries) =>
    entries.map((entry) => toOutlineLine(entry, errors)),
  );
}
