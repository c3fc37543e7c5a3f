import { pageChangeMessages } from '#content/messages/page-changes.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';

import { bumpsField } from './bump-fields.ts';
import { bundleField } from './bundle-fields.ts';
import { LIMITS, MAX_CONFIG_BYTES, type CheckoutPageConfig } from './checkout-page.ts';
import { describeFieldChanges, normalizeFields, validateFields } from './custom-field-validation.ts';
import { isDeepEqual } from './deep-equal.ts';
import { deliveryField } from './delivery-fields.ts';
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
} from './page-field-type.ts';
import { getLanguageName } from './page-language.ts';
import { getPaymentMethod, isExcludable } from './payment-methods.ts';
import { paymentTermsField } from './payment-terms-fields.ts';
import { quantityField } from './quantity-fields.ts';
import { normalizeSlug, validateSlug } from './slug.ts';
import { MAX_TESTIMONIAL_TEXT, MAX_TESTIMONIALS } from './testimonial.ts';
import { cleanLine, cleanText, parseSafeUrl, validateLength } from './text.ts';

const { labels, values } = pageChangeMessages;
const { tooLong } = pageRuleMessages;

type Config = CheckoutPageConfig;
type ConfigKey = keyof Config;
type Testimonial = Config['testimonials']['items'][number];

type LineKey = 'productName' | 'buttonText';

/** A required text of one line. Changes are described as `Product name: “A” → “B”`. */
const lineField = (key: LineKey): PageField<string> => ({
  normalize: cleanLine,
  validate: (config) => [
    [
      key,
      config[key]
        ? validateLength(config[key], LIMITS[key], tooLong.field(labels[key]))
        : pageRuleMessages[key].missing,
    ],
  ],
  describe: ({ before, after }) => {
    const label = labels[key];
    if (before === after) return [];
    if (!before) return [pageChangeMessages.added({ item: `${label} ${quoteText(after)}` })];
    if (!after) return [pageChangeMessages.removed({ item: `${label} ${quoteText(before)}` })];
    return [pageChangeMessages.changed({ label, before: quoteText(before), after: quoteText(after) })];
  },
});

type TextKey = 'description' | 'successMessage';

const textField = (key: TextKey): PageField<string> => ({
  normalize: cleanText,
  validate: (config) => [[key, validateLength(config[key], LIMITS[key], tooLong.field(labels[key]))]],
  describe: (change) => describePresence(labels[key], change),
});

type UrlKey = 'termsUrl' | 'privacyUrl';

const urlField = (key: UrlKey, invalid: string): PageField<string> => ({
  // An invalid URL stays as typed, for the error message.
  normalize: (text) => parseSafeUrl(text.trim()) ?? text.trim(),
  validate: ({ [key]: url }) => {
    if (url === '') return [];
    return [[key, parseSafeUrl(url) ? validateLength(url, LIMITS.url, tooLong.field(labels[key])) : invalid]];
  },
  describe: (change) => describePresence(labels[key], change),
});

const imageField = (label: string): PageField<string | null> => ({
  describe: (change) => describePresence(label, change),
});

/** A choice or a text without rules of its own. */
const choiceField = <Value extends string>(label: string): PageField<Value> => ({
  describe: (change) => describeChange(label, change),
});

const switchField = (texts: { on: string; off: string }): PageField<boolean> => ({
  describe: (change) => describeToggle(change, texts),
});

/** `Price: 49 → 59 USD`, or with both currencies where the currency changes. */
function describePriceChanges({ before, after }: Change<Config>): string[] {
  const hasSameCurrency = before.currency === after.currency;
  if (hasSameCurrency && before.price === after.price) return [];
  const format = ({ price, currency }: Config) => (price ? `${price} ${currency}` : values.none);
  const hasOneCurrency = hasSameCurrency && before.price && after.price;
  return [
    pageChangeMessages.changed({
      label: labels.price,
      before: hasOneCurrency ? before.price : format(before),
      after: format(after),
    }),
  ];
}

/** Describes the changes of a list of texts, which are paired by their position. */
function describeTexts(
  { before, after }: Change<string[]>,
  getLabel: (quotedText: string) => string,
  listLabel: string,
): string[] {
  const changes = listChanges(before, after, Object.is, (_, index) => index);
  return [
    ...changes.changed.map(([previous, current]) =>
      pageChangeMessages.renamed({ item: getLabel(quoteText(previous)), name: quoteText(current) }),
    ),
    ...describeListChanges(changes, (text) => getLabel(quoteText(text)), listLabel),
  ];
}

const featuresField: PageField<Config['features']> = {
  normalize: (features) => features.map(cleanLine).filter((feature) => feature !== ''),
  validate: ({ features }) => [
    [
      'features',
      features.length > LIMITS.features ? pageRuleMessages.features.tooMany({ max: LIMITS.features }) : null,
    ],
    ...features.map((feature, index): FieldCheck => [
      `features.${index}`,
      validateLength(feature, LIMITS.feature, tooLong.feature),
    ]),
  ],
  describe: (change) => describeTexts(change, (text) => labels.feature({ text }), labels.features),
};

const formatTestimonial = ({ name }: Testimonial): string =>
  name ? labels.testimonial({ name }) : labels.unnamedTestimonial;

const validateTestimonial = ({ name, role, text }: Testimonial): string | null =>
  !name || !text
    ? pageRuleMessages.testimonials.missing
    : (validateLength(text, MAX_TESTIMONIAL_TEXT, tooLong.testimonial) ??
      validateLength(name, LIMITS.testimonialName, tooLong.testimonialName) ??
      validateLength(role ?? '', LIMITS.testimonialName, tooLong.testimonialRole));

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
      items.length > MAX_TESTIMONIALS ? pageRuleMessages.testimonials.tooMany({ max: MAX_TESTIMONIALS }) : null,
    ],
    ...items.map((item, index): FieldCheck => [`testimonials.${index}`, validateTestimonial(item)]),
  ],
  describe: (change) => {
    const changes = listChanges(change.before.items, change.after.items, isDeepEqual, ({ name }) => name);
    return [
      ...describeToggle(changeOf(change, 'enabled'), pageChangeMessages.testimonials),
      ...changes.changed.map(([, current]) => pageChangeMessages.edited({ item: formatTestimonial(current) })),
      ...describeListChanges(changes, formatTestimonial, labels.testimonials),
    ];
  },
};

const embeddingField: PageField<Config['embedding']> = {
  normalize: normalizeEmbedding,
  validate: ({ embedding }) => validateEmbedding(embedding),
  describe: (change) =>
    describeTexts(changeOf(change, 'origins'), (origin) => labels.embeddingOrigin({ origin }), labels.embeddingOrigins),
};

/** Unknown types are dropped, because Stripe rejects a session that excludes them. */
const paymentField: PageField<Config['payment']> = {
  normalize: (payment) => ({
    ...payment,
    excluded: [...new Set(payment.excluded)].filter(isExcludable).toSorted(),
  }),
  describe: (change) => [
    ...describeChange(
      labels.payment,
      changeOf(change, 'methods'),
      (methods) => pageChangeMessages.paymentMethods[methods],
    ),
    ...describeChange(
      labels.excludedMethods,
      changeOf(change, 'excluded'),
      (types) => types.map((type) => getPaymentMethod(type).name).join(', ') || values.none,
    ),
    ...describeToggle(changeOf(change, 'instantOnly'), pageChangeMessages.instantOnly),
  ],
};

/** The rules of every key of a page's config, in the order of the builder. */
const PAGE_FIELDS: { readonly [Key in ConfigKey]: PageField<Config[Key]> } = {
  productName: lineField('productName'),
  description: textField('description'),
  productImage: imageField(labels.productImage),
  price: {
    normalize: (price) => price.trim(),
    validate: (config) => [['price', validatePrice(config, config.price)]],
    describe: (_, configs) => describePriceChanges(configs),
  },
  // A change of the currency is described with the price.
  currency: { describe: () => [] },
  paymentType: {
    describe: (change) => describeChange(labels.paymentType, change, (type) => values.paymentTypes[type]),
  },
  billingFrequency: choiceField(labels.billingFrequency),
  paymentTerms: paymentTermsField,
  bundle: bundleField,
  priceOptions: priceOptionsField,
  payWhatYouWant: payWhatYouWantField,
  quantity: quantityField,
  bumps: bumpsField,
  features: featuresField,
  customFields: {
    normalize: normalizeFields,
    validate: ({ customFields }) => validateFields(customFields),
    describe: ({ before, after }) => describeFieldChanges(before, after),
  },
  testimonials: testimonialsField,
  buttonText: lineField('buttonText'),
  successMessage: textField('successMessage'),
  delivery: deliveryField,
  layout: choiceField(labels.layout),
  logo: imageField(labels.logo),
  logoPosition: choiceField(labels.logoPosition),
  accentColor: {
    ...choiceField(labels.accentColor),
    normalize: (color) => color.trim().toLowerCase(),
    validate: ({ accentColor }) => [
      ['accentColor', /^#[0-9a-f]{6}$/.test(accentColor) ? null : pageRuleMessages.accentColor.invalid],
    ],
  },
  fonts: { describe: (change) => describeChange(labels.fonts, change, ({ heading, body }) => `${heading} / ${body}`) },
  customSlug: {
    normalize: normalizeSlug,
    validate: ({ customSlug }) => [['customSlug', validateSlug(customSlug)]],
    describe: (change) => describeChange(labels.slug, change, (slug) => (slug ? `/c/${slug}` : values.automatic)),
  },
  enableCoupon: switchField(pageChangeMessages.acceptsCoupons),
  validCoupons: couponsField,
  countdown: countdownField,
  availability: availabilityField,
  payment: paymentField,
  timeZone: choiceField(labels.timeZone),
  embedding: embeddingField,
  language: { describe: (change) => describeChange(labels.language, change, getLanguageName) },
  requireTerms: switchField(pageChangeMessages.requiresTerms),
  termsUrl: urlField('termsUrl', pageRuleMessages.url.terms),
  privacyUrl: urlField('privacyUrl', pageRuleMessages.url.privacy),
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
const getConfigSize = (config: Config): number => {
  const bumps = { ...config.bumps, items: config.bumps.items.map((bump) => ({ ...bump, image: null })) };
  return new TextEncoder().encode(JSON.stringify({ ...config, bumps, logo: null, productImage: null })).length;
};

/** Lists everything that blocks publishing of a normalized config, in the order of the builder. */
export function validatePage(config: Config): FieldError[] {
  const size: FieldCheck = ['description', getConfigSize(config) > MAX_CONFIG_BYTES ? tooLong.page : null];
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
