import { arrow, came, listLines, quote, switched, type Both } from './change-words.ts';
import type { CheckoutPageConfig } from './checkout-page.ts';
import { fieldChanges } from './custom-field-changes.ts';
import { listChanges } from './list-changes.ts';
import { couponLines, offerContentChanges, offerSettingsChanges } from './offer-changes.ts';
import { tidyConfig } from './page-problems.ts';

type Config = CheckoutPageConfig;
type Testimonial = Config['testimonials']['items'][number];

/** Describes the differences of two configs in the order of the builder's fields. Differences in surrounding blanks are ignored. */
export function changesBetween(before: Config, after: Config): string[] {
  const both: Both = { before: tidyConfig(before), after: tidyConfig(after) };
  return [...contentChanges(both), ...designChanges(both), ...settingsChanges(both)];
}

const contentChanges = (both: Both): string[] => [
  ...quoted('Name', both, 'productName'),
  ...come(both, 'description', 'Description'),
  ...come(both, 'productImage', 'Picture'),
  ...priceChanges(both),
  ...moved('Payment type', both, 'paymentType'),
  ...moved('Billing frequency', both, 'billingFrequency'),
  ...offerContentChanges(both),
  ...featureChanges(both),
  ...fieldChanges(both.before.customFields, both.after.customFields),
  ...testimonialChanges(both),
  ...quoted('Button text', both, 'buttonText'),
  ...come(both, 'successMessage', 'Success message'),
];

const designChanges = (both: Both): string[] => [
  ...moved('Layout', both, 'layout'),
  ...come(both, 'logo', 'Logo'),
  ...moved('Logo position', both, 'logoPosition'),
  ...moved('Accent', both, 'accentColor'),
  ...arrow('Fonts', both, ({ fonts }) => `${fonts.heading} / ${fonts.body}`),
];

const settingsChanges = (both: Both): string[] => [
  ...arrow('Address', both, ({ customSlug }) => (customSlug ? `/c/${customSlug}` : 'automatic')),
  ...switched(both, ({ enableCoupon }) => enableCoupon, [
    'Coupons now accepted',
    'Coupons no longer accepted',
  ]),
  ...couponLines(both),
  ...offerSettingsChanges(both),
  ...switched(both, ({ requireTerms }) => requireTerms, ['Terms now required', 'Terms no longer required']),
  ...come(both, 'termsUrl', 'Terms URL'),
  ...come(both, 'privacyUrl', 'Privacy URL'),
];

type WordKey = 'paymentType' | 'billingFrequency' | 'layout' | 'logoPosition' | 'accentColor';
const moved = (what: string, both: Both, key: WordKey): string[] =>
  arrow(what, both, (config) => config[key] || 'none');

/** `Name “A” → “B”` */
function quoted(what: string, { before, after }: Both, key: 'productName' | 'buttonText'): string[] {
  const [old, now] = [before[key], after[key]];
  if (old === now) return [];
  if (!old) return [`${what} ${quote(now)} added`];
  return now ? [`${what} ${quote(old)} → ${quote(now)}`] : [`${what} ${quote(old)} removed`];
}

type LongKey = 'description' | 'successMessage' | 'termsUrl' | 'privacyUrl' | 'productImage' | 'logo';
const come = (both: Both, key: LongKey, what: string): string[] => came(both, what, (config) => config[key]);

/** `Price 49 → 59 USD`, or with both currencies where the currency changes. */
function priceChanges({ before, after }: Both): string[] {
  const [old, now] = [before.price || 'none', after.price || 'none'];
  if (before.currency !== after.currency)
    return [`Price ${old} ${before.currency} → ${now} ${after.currency}`];
  return old === now ? [] : [`Price ${old} → ${now} ${after.currency}`];
}

function featureChanges({ before, after }: Both): string[] {
  const changes = listChanges(before.features, after.features, Object.is, (_, index) => index);
  return [
    ...changes.changed.map(([old, now]) => `Feature ${quote(old)} → ${quote(now)}`),
    ...listLines(changes, (feature) => `Feature ${quote(feature)}`, 'Features'),
  ];
}

const testimonialOf = ({ name }: Testimonial): string =>
  name ? `Testimonial of ${name}` : 'Testimonial without a name';

function testimonialChanges(both: Both): string[] {
  const { before, after } = both;
  const changes = listChanges(
    before.testimonials.items,
    after.testimonials.items,
    isSameTestimonial,
    ({ name }) => name,
  );
  return [
    ...switched(both, ({ testimonials }) => testimonials.enabled, [
      'Testimonials now shown',
      'Testimonials no longer shown',
    ]),
    ...changes.changed.map(([, now]) => `${testimonialOf(now)} changed`),
    ...listLines(changes, testimonialOf, 'Testimonials'),
  ];
}

const isSameTestimonial = (one: Testimonial, other: Testimonial): boolean =>
  one.name === other.name &&
  one.role === other.role &&
  one.rating === other.rating &&
  one.text === other.text;
