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
type OutlineEntry = { keys: readonly ConfigKey[]; label: string; value: string; optional?: boolean };

const countText = (number: number): string => (number === 0 ? '' : String(number));
const lengthText = (text: string): string => countText(countCharacters(text.trim()));

const contentLines = (config: CheckoutPageConfig): OutlineEntry[] => [
  { keys: ['productName'], label: 'Name', value: lengthText(config.productName) },
  { keys: ['description'], label: 'Description', value: lengthText(config.description), optional: true },
  { keys: ['productImage'], label: 'Image', value: config.productImage ? '1' : '', optional: true },
  { keys: ['price', 'currency'], label: 'Price', value: config.price.trim() },
  {
    keys: ['priceOptions'],
    label: 'Options',
    value: config.priceOptions.others.length > 0 ? countText(config.priceOptions.others.length + 1) : '',
    optional: true,
  },
  {
    keys: ['payWhatYouWant'],
    label: 'Own amount',
    value: config.payWhatYouWant.enabled ? 'on' : '',
    optional: true,
  },
  { keys: ['features'], label: 'Features', value: countText(config.features.length), optional: true },
  {
    keys: ['testimonials'],
    label: 'Testimonials',
    value: config.testimonials.enabled ? countText(config.testimonials.items.length) : '',
    optional: true,
  },
  { keys: ['buttonText', 'successMessage'], label: 'Button', value: lengthText(config.buttonText) },
];

const designLines = (config: CheckoutPageConfig): OutlineEntry[] => [
  { keys: ['layout'], label: 'Layout', value: config.layout },
  { keys: ['logo', 'logoPosition'], label: 'Logo', value: config.logo ? '1' : '', optional: true },
  { keys: ['accentColor'], label: 'Accent', value: accentValue(config.accentColor) },
  { keys: ['fonts'], label: 'Fonts', value: getFontPreset(config.fonts) },
];

const settingsLines = (config: CheckoutPageConfig, liveSlug: string | null): OutlineEntry[] => [
  {
    keys: ['customSlug'],
    label: 'Address',
    value: normalizeSlug(config.customSlug) || (liveSlug ?? deriveSlug(config.productName)),
    optional: true,
  },
  {
    keys: ['enableCoupon', 'validCoupons'],
    label: 'Coupons',
    value: config.enableCoupon ? countText(config.validCoupons.length) : '',
    optional: true,
  },
  {
    keys: ['countdown'],
    label: 'Countdown',
    value: countdownValue(config),
    optional: !config.countdown.enabled,
  },
  {
    keys: ['availability', 'timeZone'],
    label: 'Availability',
    value: availabilityValue(config),
    optional: true,
  },
  {
    keys: ['requireTerms', 'termsUrl', 'privacyUrl'],
    label: 'Terms',
    value: termsValue(config),
    optional: !config.requireTerms,
  },
];

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
  const { keys, label, value, optional = false } = entry;
  const error = errors.find(({ field }) => keys.includes(getConfigKey(field)));
  const isMissing = value === '' ? !optional : value === 'link?';
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
