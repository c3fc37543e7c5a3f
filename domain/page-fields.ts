import { LIMITS, MAX_CONFIG_BYTES, type CheckoutPageConfig } from './checkout-page.ts';
import { describeFieldChanges, normalizeFields, validateFields } from './custom-field-validation.ts';
import { normalizeEmbedding, validateEmbedding } from './embedding.ts';
import { listChanges } from './list-changes.ts';
import {
  availabilityField,
  countdownField,
  couponsField,
  payWhatYouWantField,
  priceOptionsField,
} from './offer-fields.ts';
import {
  describeChange,
  describeListChanges,
  describePresence,
  describeToggle,
  quoteText,
  type ConfigPair,
  type FieldCheck,
  type PageField,
} from './page-field.ts';
import { calculatePricing } from './pricing.ts';
import { normalizeSlug, validateSlug } from './slug.ts';
import { MAX_TESTIMONIAL_TEXT, MAX_TESTIMONIALS } from './testimonial.ts';
import { cleanLine, cleanText, parseSafeUrl, validateLength } from './text.ts';

type Config = CheckoutPageConfig;
type ConfigKey = keyof Config;
type Testimonial = Config['testimonials']['items'][number];

type LineKey = 'productName' | 'buttonText';

/** A required text of one line. Changes are described as `Name “A” → “B”`. */
const lineField = (key: LineKey, label: string, subject: string, missing: string): PageField<string> => ({
  normalize: cleanLine,
  validate: (config) => [[key, config[key] ? validateLength(config[key], LIMITS[key], subject) : missing]],
  describe: ({ before, after }) => {
    const [previous, current] = [before[key], after[key]];
    if (previous === current) return [];
    if (!previous) return [`${label} ${quoteText(current)} added`];
    return [`${label} ${quoteText(previous)} ${current ? `→ ${quoteText(current)}` : 'removed'}`];
  },
});

type TextKey = 'description' | 'successMessage';

const textField = (key: TextKey, label: string, subject: string): PageField<string> => ({
  normalize: cleanText,
  validate: (config) => [[key, validateLength(config[key], LIMITS[key], subject)]],
  describe: (configs) => describePresence(configs, label, (config) => config[key]),
});

type UrlKey = 'termsUrl' | 'privacyUrl';

const urlField = (key: UrlKey, label: string, subject: string): PageField<string> => ({
  // An invalid URL stays as typed, for the error message.
  normalize: (text) => parseSafeUrl(text.trim()) ?? text.trim(),
  validate: ({ [key]: url }) => {
    if (url === '') return [];
    return parseSafeUrl(url)
      ? [[key, validateLength(url, LIMITS.url, subject)]]
      : [[key, `${subject} must be a full address that begins with https:// or http://`]];
  },
  describe: (configs) => describePresence(configs, label, (config) => config[key]),
});

const describeImage = (label: string, key: 'logo' | 'productImage') => (configs: ConfigPair) =>
  describePresence(configs, label, (config) => config[key]);

type ValueKey = 'paymentType' | 'billingFrequency' | 'layout' | 'logoPosition' | 'accentColor';
const describeValue = (label: string, key: ValueKey) => (configs: ConfigPair) =>
  describeChange(label, configs, (config) => config[key] || 'none');

function validatePrice(config: Config): string | null {
  if (config.price === '') return 'Set a price';
  const pricing = calculatePricing(config);
  return 'error' in pricing ? pricing.error : null;
}

/** `Price 49 → 59 USD`, or with both currencies where the currency changes. */
function describePriceChanges({ before, after }: ConfigPair): string[] {
  const [previous, current] = [before.price || 'none', after.price || 'none'];
  if (before.currency !== after.currency)
    return [`Price ${previous} ${before.currency} → ${current} ${after.currency}`];
  return previous === current ? [] : [`Price ${previous} → ${current} ${after.currency}`];
}

const featuresField: PageField<Config['features']> = {
  normalize: (features) => features.map(cleanLine).filter((feature) => feature !== ''),
  validate: ({ features }) => [
    ['features', features.length > LIMITS.features ? `Maximum ${LIMITS.features} features reached` : null],
    ...features.map((feature, index): FieldCheck => [
      `features.${index}`,
      validateLength(feature, LIMITS.feature, 'A feature'),
    ]),
  ],
  describe: ({ before, after }) => {
    const changes = listChanges(before.features, after.features, Object.is, (_, index) => index);
    return [
      ...changes.changed.map(([previous, current]) => `Feature ${quoteText(previous)} → ${quoteText(current)}`),
      ...describeListChanges(changes, (feature) => `Feature ${quoteText(feature)}`, 'Features'),
    ];
  },
};

const formatTestimonial = ({ name }: Testimonial): string =>
  name ? `Testimonial of ${name}` : 'Testimonial without a name';

const isEqualTestimonial = (one: Testimonial, other: Testimonial): boolean =>
  one.name === other.name && one.role === other.role && one.rating === other.rating && one.text === other.text;

const validateTestimonial = ({ name, role, text }: Testimonial): string | null =>
  !name || !text
    ? 'Name and testimonial text are required'
    : (validateLength(text, MAX_TESTIMONIAL_TEXT, 'A testimonial') ??
      validateLength(name, LIMITS.testimonialName, 'A name') ??
      validateLength(role ?? '', LIMITS.testimonialName, 'A role'));

const testimonialsField: PageField<Config['testimonials']> = {
  normalize: ({ enabled, items }) => ({
    enabled,
    items: items.map((item) => ({
      ...item,
      name: cleanLine(item.name),
      role: cleanLine(item.role ?? '') || null,
      text: cleanText(item.text),
    })),
  }),
  validate: ({ testimonials: { items } }) => [
    [
      'testimonials',
      items.length > MAX_TESTIMONIALS ? `You can only add up to ${MAX_TESTIMONIALS} testimonials` : null,
    ],
    ...items.map((item, index): FieldCheck => [`testimonials.${index}`, validateTestimonial(item)]),
  ],
  describe: (configs) => {
    const [before, after] = [configs.before.testimonials.items, configs.after.testimonials.items];
    const changes = listChanges(before, after, isEqualTestimonial, ({ name }) => name);
    return [
      ...describeToggle(configs, ({ testimonials }) => testimonials.enabled, [
        'Testimonials now shown',
        'Testimonials no longer shown',
      ]),
      ...changes.changed.map(([, current]) => `${formatTestimonial(current)} changed`),
      ...describeListChanges(changes, formatTestimonial, 'Testimonials'),
    ];
  },
};

const embeddingField: PageField<Config['embedding']> = {
  normalize: normalizeEmbedding,
  validate: ({ embedding }) => validateEmbedding(embedding),
  describe: ({ before, after }) => {
    const changes = listChanges(before.embedding.origins, after.embedding.origins, Object.is, (_, index) => index);
    return [
      ...changes.changed.map(([previous, next]) => `Embedding on ${quoteText(previous)} → ${quoteText(next)}`),
      ...describeListChanges(changes, (origin) => `Embedding on ${quoteText(origin)}`, 'Embedding addresses'),
    ];
  },
};

/** The rules of every key of a page's config, in the order of the builder. */
const PAGE_FIELDS: { readonly [Key in ConfigKey]: PageField<Config[Key]> } = {
  productName: lineField('productName', 'Name', 'The product name', 'Give the product a name'),
  description: textField('description', 'Description', 'The description'),
  productImage: { describe: describeImage('Picture', 'productImage') },
  price: {
    normalize: (price) => price.trim(),
    validate: (config) => [['price', validatePrice(config)]],
    describe: describePriceChanges,
  },
  // A change of the currency is described with the price.
  currency: { describe: () => [] },
  paymentType: { describe: describeValue('Payment type', 'paymentType') },
  billingFrequency: { describe: describeValue('Billing frequency', 'billingFrequency') },
  priceOptions: priceOptionsField,
  payWhatYouWant: payWhatYouWantField,
  features: featuresField,
  customFields: {
    normalize: normalizeFields,
    validate: ({ customFields }) => validateFields(customFields),
    describe: ({ before, after }) => describeFieldChanges(before.customFields, after.customFields),
  },
  testimonials: testimonialsField,
  buttonText: lineField('buttonText', 'Button text', 'The button text', 'Give the pay button a text'),
  successMessage: textField('successMessage', 'Success message', 'The success message'),
  layout: { describe: describeValue('Layout', 'layout') },
  logo: { describe: describeImage('Logo', 'logo') },
  logoPosition: { describe: describeValue('Logo position', 'logoPosition') },
  accentColor: {
    normalize: (color) => color.trim().toLowerCase(),
    validate: ({ accentColor }) => [
      [
        'accentColor',
        /^#[0-9a-f]{6}$/.test(accentColor) ? null : 'Type a colour as # and six digits, for example #a855f7',
      ],
    ],
    describe: describeValue('Accent', 'accentColor'),
  },
  fonts: { describe: (configs) => describeChange('Fonts', configs, ({ fonts }) => `${fonts.heading} / ${fonts.body}`) },
  customSlug: {
    normalize: normalizeSlug,
    validate: ({ customSlug }) => [['customSlug', validateSlug(customSlug)]],
    describe: (configs) =>
      describeChange('Address', configs, ({ customSlug }) => (customSlug ? `/c/${customSlug}` : 'automatic')),
  },
  enableCoupon: {
    describe: (configs) =>
      describeToggle(configs, ({ enableCoupon }) => enableCoupon, [
        'Coupons now accepted',
        'Coupons no longer accepted',
      ]),
  },
  validCoupons: couponsField,
  countdown: countdownField,
  availability: availabilityField,
  timeZone: { describe: (configs) => describeChange('Time zone', configs, ({ timeZone }) => timeZone) },
  embedding: embeddingField,
  requireTerms: {
    describe: (configs) =>
      describeToggle(configs, ({ requireTerms }) => requireTerms, ['Terms now required', 'Terms no longer required']),
  },
  termsUrl: urlField('termsUrl', 'Terms URL', 'The terms URL'),
  privacyUrl: urlField('privacyUrl', 'Privacy URL', 'The privacy URL'),
};

const FIELDS: readonly Pick<PageField<never>, 'validate' | 'describe'>[] = Object.values(PAGE_FIELDS);

const normalizeKey = <Key extends ConfigKey>(config: Config, key: Key): void => {
  config[key] = PAGE_FIELDS[key].normalize?.(config[key]) ?? config[key];
};

/** Normalizes a config for publishing: cleans texts, drops blank features, upper-cases codes and normalizes URLs. */
export function normalizeConfig(config: Config): Config {
  const normalized = { ...config };
  for (const key of Object.keys(PAGE_FIELDS) as ConfigKey[]) normalizeKey(normalized, key);
  return normalized;
}

export type FieldError = { field: string; message: string };

/** Size in bytes of a config without its images, which are stored separately. */
const getConfigSize = (config: Config): number =>
  new TextEncoder().encode(JSON.stringify({ ...config, logo: null, productImage: null })).length;

/** Lists everything that blocks publishing of a normalized config, in the order of the builder. */
export function validatePage(config: Config): FieldError[] {
  const size: FieldCheck = [
    'description',
    getConfigSize(config) > MAX_CONFIG_BYTES ? 'The page’s texts are too long together' : null,
  ];
  return [...FIELDS.flatMap(({ validate }) => validate?.(config) ?? []), size].flatMap(([field, message]) =>
    message === null ? [] : [{ field, message }],
  );
}

/** Describes the differences of two configs in the order of the builder. Differences in surrounding blanks are ignored. */
export function describeConfigChanges(before: Config, after: Config): string[] {
  const configs: ConfigPair = { before: normalizeConfig(before), after: normalizeConfig(after) };
  return FIELDS.flatMap(({ describe }) => describe(configs));
}
