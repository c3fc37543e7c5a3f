import { contrastOf } from '#domain/accent.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { presetOf } from '#domain/fonts.ts';
import type { PageProblem } from '#domain/page-problems.ts';
import { slugForSaving, slugFromName } from '#domain/slug.ts';
import { lengthOf } from '#domain/text.ts';
import { shortZonedText } from '#domain/zoned-time.ts';

import type { ConfigKey } from './builder-state.ts';
import { zoneOfPage } from './page-moments.ts';
import { keyOfField } from './page-tabs.ts';

/** `empty`: not set and optional. `open`: missing or invalid. */
export type ContentsState = 'ready' | 'empty' | 'open';
export type ContentsLine = { field: string; label: string; value: string; state: ContentsState };
/** Source of an outline line; an empty value means that it is not set. */
type Draft = { keys: readonly ConfigKey[]; label: string; value: string; optional?: boolean };

const count = (number: number): string => (number === 0 ? '' : String(number));
const lengthText = (text: string): string => count(lengthOf(text.trim()));

const contentLines = (config: CheckoutPageConfig): Draft[] => [
  { keys: ['productName'], label: 'Name', value: lengthText(config.productName) },
  { keys: ['description'], label: 'Description', value: lengthText(config.description), optional: true },
  { keys: ['productImage'], label: 'Image', value: config.productImage ? '1' : '', optional: true },
  { keys: ['price', 'currency'], label: 'Price', value: config.price.trim() },
  {
    keys: ['priceOptions'],
    label: 'Options',
    value: config.priceOptions.others.length > 0 ? count(config.priceOptions.others.length + 1) : '',
    optional: true,
  },
  {
    keys: ['payWhatYouWant'],
    label: 'Own amount',
    value: config.payWhatYouWant.enabled ? 'on' : '',
    optional: true,
  },
  { keys: ['features'], label: 'Features', value: count(config.features.length), optional: true },
  {
    keys: ['testimonials'],
    label: 'Testimonials',
    value: config.testimonials.enabled ? count(config.testimonials.items.length) : '',
    optional: true,
  },
  { keys: ['buttonText', 'successMessage'], label: 'Button', value: lengthText(config.buttonText) },
];

const designLines = (config: CheckoutPageConfig): Draft[] => [
  { keys: ['layout'], label: 'Layout', value: config.layout },
  { keys: ['logo', 'logoPosition'], label: 'Logo', value: config.logo ? '1' : '', optional: true },
  { keys: ['accentColor'], label: 'Accent', value: accentValue(config.accentColor) },
  { keys: ['fonts'], label: 'Fonts', value: presetOf(config.fonts) },
];

const settingsLines = (config: CheckoutPageConfig, liveSlug: string | null): Draft[] => [
  {
    keys: ['customSlug'],
    label: 'Address',
    value: slugForSaving(config.customSlug) || (liveSlug ?? slugFromName(config.productName)),
    optional: true,
  },
  {
    keys: ['enableCoupon', 'validCoupons'],
    label: 'Coupons',
    value: config.enableCoupon ? count(config.validCoupons.length) : '',
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
    ? shortZonedText(new Date(endsAt), zoneOfPage(config)).replace(/ \d{4},.*/, '')
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
  return /^#[0-9a-f]{6}$/.test(color) ? `${contrastOf(color, '#ffffff').toFixed(1)}:1` : '';
}

function lineOf(draft: Draft, problems: readonly PageProblem[]): ContentsLine {
  const { keys, label, value, optional = false } = draft;
  const problem = problems.find(({ field }) => keys.includes(keyOfField(field)));
  const missing = value === '' ? !optional : value === 'link?';
  const state: ContentsState = problem || missing ? 'open' : value === '' ? 'empty' : 'ready';
  const field = problem?.field ?? (value === 'link?' ? 'termsUrl' : (keys[0] ?? label));
  return { field, label, value, state };
}

/** Lists all parts of a page in three sections that match the tabs of the form. */
export function contentsOf(
  config: CheckoutPageConfig,
  problems: readonly PageProblem[],
  liveSlug: string | null,
): readonly (readonly ContentsLine[])[] {
  return [contentLines(config), designLines(config), settingsLines(config, liveSlug)].map((drafts) =>
    drafts.map((draft) => lineOf(draft, problems)),
  );
}
