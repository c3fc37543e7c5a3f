import { builderMessages } from '#content/messages/builder.ts';
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

const { lines, values } = builderMessages.outline;

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
    required(lines.name, lengthText(config.productName), 'productName'),
    optional(lines.description, lengthText(config.description), 'description'),
    optional(lines.image, config.productImage ? '1' : '', 'productImage'),
    required(lines.price, config.price.trim(), 'price', 'currency'),
    optional(lines.priceOptions, countText(priceCount), 'priceOptions'),
    optional(lines.payWhatYouWant, payWhatYouWant.enabled ? values.on : '', 'payWhatYouWant'),
    optional(lines.features, countText(features.length), 'features'),
    optional(lines.testimonials, testimonials.enabled ? countText(testimonials.items.length) : '', 'testimonials'),
    required(lines.button, lengthText(config.buttonText), 'buttonText', 'successMessage'),
  ];
};

const designLines = (config: CheckoutPageConfig): OutlineEntry[] => [
  required(lines.layout, config.layout, 'layout'),
  optional(lines.logo, config.logo ? '1' : '', 'logo', 'logoPosition'),
  required(lines.accent, accentValue(config.accentColor), 'accentColor'),
  required(lines.fonts, getFontPreset(config.fonts), 'fonts'),
];

function settingsLines(config: CheckoutPageConfig, liveSlug: string | null): OutlineEntry[] {
  const { enableCoupon, validCoupons, countdown, requireTerms } = config;
  const slug = normalizeSlug(config.customSlug) || (liveSlug ?? deriveSlug(config.productName));
  const countdownLine = countdown.enabled ? required : optional;
  const termsLine = requireTerms ? required : optional;
  return [
    optional(lines.slug, slug, 'customSlug', 'language'),
    optional(lines.coupons, enableCoupon ? countText(validCoupons.length) : '', 'enableCoupon', 'validCoupons'),
    countdownLine(lines.countdown, countdownValue(config), 'countdown'),
    optional(lines.availability, availabilityValue(config), 'availability', 'timeZone'),
    termsLine(lines.terms, termsValue(config), 'requireTerms', 'termsUrl', 'privacyUrl'),
  ];
}

/** Returns the end date of the countdown in the time zone of the page. */
function countdownValue(config: CheckoutPageConfig): string {
  const { enabled, endsAt } = config.countdown;
  return enabled && endsAt
    ? formatShortZonedTime(new Date(endsAt), getPageTimeZone(config)).replace(/, \d{4},.*/, '')
    : '';
}

function availabilityValue({ availability: { opensAt, closesAt, stock } }: CheckoutPageConfig): string {
  if (stock !== null) return String(stock);
  return opensAt !== null || closesAt !== null ? values.scheduled : '';
}

function termsValue({ requireTerms, termsUrl }: CheckoutPageConfig): string {
  if (!requireTerms) return '';
  return termsUrl.trim() ? values.required : values.noLink;
}

function accentValue(accent: string): string {
  const color = accent.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(color) ? `${contrastRatio(color, '#ffffff').toFixed(1)}:1` : '';
}

function toOutlineLine(entry: OutlineEntry, errors: readonly FieldError[]): OutlineLine {
  const { keys, label, value, isOptional } = entry;
  const error = errors.find(({ field }) => keys.includes(getConfigKey(field)));
  const isMissing = value === '' ? !isOptional : value === values.noLink;
  const state: OutlineState = error || isMissing ? 'open' : value === '' ? 'empty' : 'ready';
  const field = error?.field ?? (value === values.noLink ? 'termsUrl' : (keys[0] ?? label));
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
