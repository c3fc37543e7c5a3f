import type { CheckoutPageConfig } from './checkout-page.ts';
import type { CustomField } from './custom-field.ts';
import { isDeepEqual } from './deep-equal.ts';
import {
  describeChange,
  describePresence,
  describeListChanges,
  quoteText,
  describeToggle,
  type ConfigPair,
} from './describe-change.ts';
import { listChanges } from './list-changes.ts';
import { describeCouponChanges, describeOfferContentChanges, describeOfferSettingsChanges } from './offer-changes.ts';
import { normalizeConfig } from './page-validation.ts';

const formatField = ({ label }: CustomField): string => `Field ${quoteText(label)}`;

function describeFieldChange([previous, current]: [CustomField, CustomField]): string[] {
  const renamed = previous.label === current.label ? [] : [`${formatField(previous)} → ${quoteText(current.label)}`];
  const requiredChange =
    previous.required === current.required
      ? []
      : [`${formatField(current)} ${current.required ? 'now required' : 'no longer required'}`];
  const { label, required } = current;
  const otherChange = isDeepEqual({ ...previous, label, required }, current) ? [] : [`${formatField(current)} changed`];
  return [...renamed, ...requiredChange, ...otherChange];
}

/** Describes the differences between two normalized lists of custom fields. */
export function describeFieldChanges(before: readonly CustomField[], after: readonly CustomField[]): string[] {
  const changes = listChanges(before, after, isDeepEqual, ({ id }) => id);
  return [...changes.changed.flatMap(describeFieldChange), ...describeListChanges(changes, formatField, 'Fields')];
}

type Config = CheckoutPageConfig;
type Testimonial = Config['testimonials']['items'][number];

/** Describes the differences of two configs in the order of the builder's fields. Differences in surrounding blanks are ignored. */
export function describeConfigChanges(before: Config, after: Config): string[] {
  const configs: ConfigPair = { before: normalizeConfig(before), after: normalizeConfig(after) };
  return [...describeContentChanges(configs), ...describeDesignChanges(configs), ...describeSettingsChanges(configs)];
}

const describeContentChanges = (configs: ConfigPair): string[] => [
  ...describeQuotedChange('Name', configs, 'productName'),
  ...describeKeyPresence(configs, 'description', 'Description'),
  ...describeKeyPresence(configs, 'productImage', 'Picture'),
  ...describePriceChanges(configs),
  ...describeValueChange('Payment type', configs, 'paymentType'),
  ...describeValueChange('Billing frequency', configs, 'billingFrequency'),
  ...describeOfferContentChanges(configs),
  ...describeFeatureChanges(configs),
  ...describeFieldChanges(configs.before.customFields, configs.after.customFields),
  ...describeTestimonialChanges(configs),
  ...describeQuotedChange('Button text', configs, 'buttonText'),
  ...describeKeyPresence(configs, 'successMessage', 'Success message'),
];

const describeDesignChanges = (configs: ConfigPair): string[] => [
  ...describeValueChange('Layout', configs, 'layout'),
  ...describeKeyPresence(configs, 'logo', 'Logo'),
  ...describeValueChange('Logo position', configs, 'logoPosition'),
  ...describeValueChange('Accent', configs, 'accentColor'),
  ...describeChange('Fonts', configs, ({ fonts }) => `${fonts.heading} / ${fonts.body}`),
];

const describeSettingsChanges = (configs: ConfigPair): string[] => [
  ...describeChange('Address', configs, ({ customSlug }) => (customSlug ? `/c/${customSlug}` : 'automatic')),
  ...describeToggle(configs, ({ enableCoupon }) => enableCoupon, [
    'Coupons now accepted',
    'Coupons no longer accepted',
  ]),
  ...describeCouponChanges(configs),
  ...describeOfferSettingsChanges(configs),
  ...describeToggle(configs, ({ requireTerms }) => requireTerms, ['Terms now required', 'Terms no longer required']),
  ...describeKeyPresence(configs, 'termsUrl', 'Terms URL'),
  ...describeKeyPresence(configs, 'privacyUrl', 'Privacy URL'),
];

type ShortValueKey = 'paymentType' | 'billingFrequency' | 'layout' | 'logoPosition' | 'accentColor';
const describeValueChange = (label: string, configs: ConfigPair, key: ShortValueKey): string[] =>
  describeChange(label, configs, (config) => config[key] || 'none');

/** `Name “A” → “B”` */
function describeQuotedChange(
  label: string,
  { before, after }: ConfigPair,
  key: 'productName' | 'buttonText',
): string[] {
  const [previous, current] = [before[key], after[key]];
  if (previous === current) return [];
  if (!previous) return [`${label} ${quoteText(current)} added`];
  return current
    ? [`${label} ${quoteText(previous)} → ${quoteText(current)}`]
    : [`${label} ${quoteText(previous)} removed`];
}

type LongValueKey = 'description' | 'successMessage' | 'termsUrl' | 'privacyUrl' | 'productImage' | 'logo';
const describeKeyPresence = (configs: ConfigPair, key: LongValueKey, label: string): string[] =>
  describePresence(configs, label, (config) => config[key]);

/** `Price 49 → 59 USD`, or with both currencies where the currency changes. */
function describePriceChanges({ before, after }: ConfigPair): string[] {
  const [previous, current] = [before.price || 'none', after.price || 'none'];
  if (before.currency !== after.currency)
    return [`Price ${previous} ${before.currency} → ${current} ${after.currency}`];
  return previous === current ? [] : [`Price ${previous} → ${current} ${after.currency}`];
}

function describeFeatureChanges({ before, after }: ConfigPair): string[] {
  const changes = listChanges(before.features, after.features, Object.is, (_, index) => index);
  return [
    ...changes.changed.map(([previous, current]) => `Feature ${quoteText(previous)} → ${quoteText(current)}`),
    ...describeListChanges(changes, (feature) => `Feature ${quoteText(feature)}`, 'Features'),
  ];
}

const formatTestimonial = ({ name }: Testimonial): string =>
  name ? `Testimonial of ${name}` : 'Testimonial without a name';

function describeTestimonialChanges(configs: ConfigPair): string[] {
  const { before, after } = configs;
  const changes = listChanges(
    before.testimonials.items,
    after.testimonials.items,
    isEqualTestimonial,
    ({ name }) => name,
  );
  return [
    ...describeToggle(configs, ({ testimonials }) => testimonials.enabled, [
      'Testimonials now shown',
      'Testimonials no longer shown',
    ]),
    ...changes.changed.map(([, current]) => `${formatTestimonial(current)} changed`),
    ...describeListChanges(changes, formatTestimonial, 'Testimonials'),
  ];
}

const isEqualTestimonial = (one: Testimonial, other: Testimonial): boolean =>
  one.name === other.name && one.role === other.role && one.rating === other.rating && one.text === other.text;
