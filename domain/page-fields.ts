import { LIMITS, MAX_CONFIG_BYTES, type CheckoutPageConfig } from './checkout-page.ts';
import { describeFieldChanges, normalizeFields, validateFields } from './custom-field-validation.ts';
import { isDeepEqual } from './deep-equal.ts';
import { normalizeEmbedding, validateEmbedding } from './embedding.ts';
import { listChanges } from './list-changes.ts';
import {
  availabilityField,
  countdownField,
  couponsField,
  payWhatYouWantField,
  priceOptionsField,
  validatePrice,
} from './offer-fields.ts';
import {
  changeOf,
  describeChange,
  describeListChanges,
  describePresence,
  describeToggle,
  quoteText,
  type Change,
  type FieldCheck,
  type PageField,
} from './page-field.ts';
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
    if (before === after) return [];
    if (!before) return [`${label} ${quoteText(after)} added`];
    return [`${label} ${quoteText(before)} ${after ? `→ ${quoteText(after)}` : 'removed'}`];
  },
});

type TextKey = 'description' | 'successMessage';

const textField = (key: TextKey, label: string, subject: string): PageField<string> => ({
  normalize: cleanText,
  validate: (config) => [[key, validateLength(config[key], LIMITS[key], subject)]],
  describe: (change) => describePresence(label, change),
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
  describe: (change) => describePresence(label, change),
});

const imageField = (label: string): PageField<string | null> => ({
  describe: (change) => describePresence(label, change),
});

/** A choice or a text without rules of its own. */
const choiceField = <Value extends string>(label: string): PageField<Value> => ({
  describe: (change) => describeChange(label, change),
});

const switchField = (onText: string, offText: string): PageField<boolean> => ({
  describe: (change) => describeToggle(change, [onText, offText]),
});

/** `Price 49 → 59 USD`, or with both currencies where the currency changes. */
function describePriceChanges({ before, after }: Change<Config>): string[] {
  const [previous, current] = [before.price || 'none', after.price || 'none'];
  if (before.currency !== after.currency)
    return [`Price ${previous} ${before.currency} → ${current} ${after.currency}`];
  return previous === current ? [] : [`Price ${previous} → ${current} ${after.currency}`];
}

/** Describes the changes of a list of texts, which are paired by their position. */
function describeTexts({ before, after }: Change<string[]>, label: string, listLabel: string): string[] {
  const changes = listChanges(before, after, Object.is, (_, index) => index);
  return [
    ...changes.changed.map(([previous, current]) => `${label} ${quoteText(previous)} → ${quoteText(current)}`),
    ...describeListChanges(changes, (text) => `${label} ${quoteText(text)}`, listLabel),
  ];
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
  describe: (change) => describeTexts(change, 'Feature', 'Features'),
};

const formatTestimonial = ({ name }: Testimonial): string =>
  name ? `Testimonial of ${name}` : 'Testimonial without a name';

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
  describe: (change) => {
    const changes = listChanges(change.before.items, change.after.items, isDeepEqual, ({ name }) => name);
    return [
      ...describeToggle(changeOf(change, 'enabled'), ['Testimonials now shown', 'Testimonials no longer shown']),
      ...changes.changed.map(([, current]) => `${formatTestimonial(current)} changed`),
      ...describeListChanges(changes, formatTestimonial, 'Testimonials'),
    ];
  },
};

const embeddingField: PageField<Config['embedding']> = {
  normalize: normalizeEmbedding,
  validate: ({ embedding }) => validateEmbedding(embedding),
  describe: (change) => describeTexts(changeOf(change, 'origins'), 'Embedding on', 'Embedding addresses'),
};

/** The rules of every key of a page's config, in the order of the builder. */
const PAGE_FIELDS: { readonly [Key in ConfigKey]: PageField<Config[Key]> } = {
  productName: lineField('productName', 'Name', 'The product name', 'Give the product a name'),
  description: textField('description', 'Description', 'The description'),
  productImage: imageField('Picture'),
  price: {
    normalize: (price) => price.trim(),
    validate: (config) => [['price', validatePrice(config, config.price)]],
    describe: (_, configs) => describePriceChanges(configs),
  },
  // A change of the currency is described with the price.
  currency: { describe: () => [] },
  paymentType: choiceField('Payment type'),
  billingFrequency: choiceField('Billing frequency'),
  priceOptions: priceOptionsField,
  payWhatYouWant: payWhatYouWantField,
  features: featuresField,
  customFields: {
    normalize: normalizeFields,
    validate: ({ customFields }) => validateFields(customFields),
    describe: ({ before, after }) => describeFieldChanges(before, after),
  },
  testimonials: testimonialsField,
  buttonText: lineField('buttonText', 'Button text', 'The button text', 'Give the pay button a text'),
  successMessage: textField('successMessage', 'Success message', 'The success message'),
  layout: choiceField('Layout'),
  logo: imageField('Logo'),
  logoPosition: choiceField('Logo position'),
  accentColor: {
    ...choiceField('Accent'),
    normalize: (color) => color.trim().toLowerCase(),
    validate: ({ accentColor }) => [
      [
        'accentColor',
        /^#[0-9a-f]{6}$/.test(accentColor) ? null : 'Type a colour as # and six digits, for example #a855f7',
      ],
    ],
  },
  fonts: { describe: (change) => describeChange('Fonts', change, ({ heading, body }) => `${heading} / ${body}`) },
  customSlug: {
    normalize: normalizeSlug,
    validate: ({ customSlug }) => [['customSlug', validateSlug(customSlug)]],
    describe: (change) => describeChange('Address', change, (slug) => (slug ? `/c/${slug}` : 'automatic')),
  },
  enableCoupon: switchField('Coupons now accepted', 'Coupons no longer accepted'),
  validCoupons: couponsField,
  countdown: countdownField,
  availability: availabilityField,
  timeZone: choiceField('Time zone'),
  embedding: embeddingField,
  requireTerms: switchField('Terms now required', 'Terms no longer required'),
  termsUrl: urlField('termsUrl', 'Terms URL', 'The terms URL'),
  privacyUrl: urlField('privacyUrl', 'Privacy URL', 'The privacy URL'),
};

const CONFIG_KEYS = Object.keys(PAGE_FIELDS) as ConfigKey[];

const normalizeKey = <Key extends ConfigKey>(config: Config, key: Key): void => {
  config[key] = PAGE_FIELDS[key].normalize?.(config[key]) ?? config[key];
};

/** Normalizes a config for publishing: cleans texts, drops blank features, upper-cases codes and normalizes URLs. */
export function normalizeConfig(config: Config): Config {
  const normalized = { ...config };
  for (const key of CONFIG_KEYS) normalizeKey(normalized, key);
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
  return [...CONFIG_KEYS.flatMap((key) => PAGE_FIELDS[key].validate?.(config) ?? []), size].flatMap(
    ([field, message]) => (message === null ? [] : [{ field, message }]),
  );
}

const describeKey = <Key extends ConfigKey>(configs: Change<Config>, key: Key): string[] =>
  PAGE_FIELDS[key].describe(changeOf(configs, key), configs);

/** Describes the differences of two configs in the order of the builder. Differences in surrounding blanks are ignored. */
export function describeConfigChanges(before: Config, after: Config): string[] {
  const configs = { before: normalizeConfig(before), after: normalizeConfig(after) };
  return CONFIG_KEYS.flatMap((key) => describeKey(configs, key));
}
