import { LIMITS, MAX_CONFIG_BYTES, type CheckoutPageConfig } from './checkout-page.ts';
import { findImpersonatedBrandInSlug } from './confusables.ts';
import { validateCoupon, MAX_COUPONS } from './coupon.ts';
import { validateFields, normalizeFields } from './custom-field-validation.ts';
import { validateEmbedding, normalizeEmbedding } from './embedding.ts';
import { validateOffer, normalizeOffer } from './offer-validation.ts';
import { calculatePricing } from './pricing.ts';
import { isReservedSlug, MAX_SLUG, normalizeSlug } from './slug.ts';
import { MAX_TESTIMONIALS, MAX_TESTIMONIAL_TEXT } from './testimonial.ts';
import { normalizeCouponCode, cleanLine, cleanText, countCharacters, parseSafeUrl } from './text.ts';

/** `field`: the config key, with an index for a list entry: `features.2`. */
export type FieldError = { field: string; message: string };

/** Normalizes a config for publishing: cleans texts, drops blank features, upper-cases codes and normalizes URLs. */
export function normalizeConfig(config: CheckoutPageConfig): CheckoutPageConfig {
  return {
    ...config,
    productName: cleanLine(config.productName),
    description: cleanText(config.description),
    price: config.price.trim(),
    features: config.features.map(cleanLine).filter((feature) => feature !== ''),
    testimonials: {
      enabled: config.testimonials.enabled,
      items: config.testimonials.items.map((item) => ({
        ...item,
        name: cleanLine(item.name),
        role: cleanLine(item.role ?? '') || null,
        text: cleanText(item.text),
      })),
    },
    accentColor: config.accentColor.trim().toLowerCase(),
    buttonText: cleanLine(config.buttonText),
    successMessage: cleanText(config.successMessage),
    validCoupons: config.validCoupons.map((coupon) => ({
      ...coupon,
      code: normalizeCouponCode(coupon.code),
      ...(coupon.minimum ? { minimum: coupon.minimum.trim() || null } : {}),
    })),
    customSlug: normalizeSlug(config.customSlug),
    termsUrl: normalizeUrl(config.termsUrl),
    privacyUrl: normalizeUrl(config.privacyUrl),
    ...normalizeOffer(config),
    customFields: normalizeFields(config.customFields),
    embedding: normalizeEmbedding(config.embedding),
  };
}

/** An invalid URL stays as typed, for the validation message. */
const normalizeUrl = (text: string): string => parseSafeUrl(text.trim()) ?? text.trim();

const validateLength = (text: string, limit: number, subject: string): string | null => {
  const length = countCharacters(text);
  return length > limit ? `${subject} can have at most ${limit} characters; this one has ${length}` : null;
};

const validateUrl = (text: string, subject: string): string | null => {
  if (text === '') return null;
  if (!parseSafeUrl(text)) return `${subject} must be a full address that begins with https:// or http://`;
  return validateLength(text, LIMITS.url, subject);
};

function validateContent(config: CheckoutPageConfig): [string, string | null][] {
  const { testimonials, features } = config;
  return [
    [
      'productName',
      config.productName
        ? validateLength(config.productName, LIMITS.productName, 'The product name')
        : 'Give the product a name',
    ],
    ['description', validateLength(config.description, LIMITS.description, 'The description')],
    ['price', validatePrice(config)],
    ['features', features.length > LIMITS.features ? `Maximum ${LIMITS.features} features reached` : null],
    ...features.map((feature, index): [string, string | null] => [
      `features.${index}`,
      validateLength(feature, LIMITS.feature, 'A feature'),
    ]),
    [
      'testimonials',
      testimonials.items.length > MAX_TESTIMONIALS ? `You can only add up to ${MAX_TESTIMONIALS} testimonials` : null,
    ],
    ...testimonials.items.map(validateTestimonial),
    [
      'buttonText',
      config.buttonText
        ? validateLength(config.buttonText, LIMITS.buttonText, 'The button text')
        : 'Give the pay button a text',
    ],
    ['successMessage', validateLength(config.successMessage, LIMITS.successMessage, 'The success message')],
    [
      'accentColor',
      /^#[0-9a-f]{6}$/.test(config.accentColor) ? null : 'Type a colour as # and six digits, for example #a855f7',
    ],
  ];
}

function validatePrice(config: CheckoutPageConfig): string | null {
  if (config.price === '') return 'Set a price';
  const pricing = calculatePricing(config);
  return 'error' in pricing ? pricing.error : null;
}

function validateTestimonial(
  item: CheckoutPageConfig['testimonials']['items'][number],
  index: number,
): [string, string | null] {
  const message =
    !item.name || !item.text
      ? 'Name and testimonial text are required'
      : (validateLength(item.text, MAX_TESTIMONIAL_TEXT, 'A testimonial') ??
        validateLength(item.name, LIMITS.testimonialName, 'A name') ??
        validateLength(item.role ?? '', LIMITS.testimonialName, 'A role'));
  return [`testimonials.${index}`, message];
}

function validateSettings(config: CheckoutPageConfig): [string, string | null][] {
  const codes = config.validCoupons.map(({ code }) => code);
  return [
    ['validCoupons', codes.length > MAX_COUPONS ? `A page can have at most ${MAX_COUPONS} coupons` : null],
    ...config.validCoupons.map((coupon, index): [string, string | null] => [
      `validCoupons.${index}`,
      codes.indexOf(coupon.code) < index ? `The code ${coupon.code} is there twice` : validateCoupon(coupon, config),
    ]),
    ['customSlug', validateSlug(config.customSlug)],
    ['termsUrl', validateUrl(config.termsUrl, 'The terms URL')],
    ['privacyUrl', validateUrl(config.privacyUrl, 'The privacy URL')],
    ...validateOffer(config),
    ...validateFields(config.customFields),
    ...validateEmbedding(config.embedding),
  ];
}

/** Validates a custom slug; null for an empty one, which is derived from the page's name. */
export function validateSlug(slug: string): string | null {
  const brand = findImpersonatedBrandInSlug(slug);
  if (brand) return `An address like “${slug}” looks as if ${brand} stood behind the page. Choose another one`;
  if (isReservedSlug(slug)) return `“${slug}” is kept for the shop itself. Choose another address`;
  return validateLength(slug, MAX_SLUG, 'The custom slug');
}

/** Size in bytes of a config without its images, which are stored separately. */
const getConfigSize = (config: CheckoutPageConfig): number =>
  new TextEncoder().encode(JSON.stringify({ ...config, logo: null, productImage: null })).length;

/** Lists everything that blocks publishing of a normalized config, in the order of the builder's tabs. */
export function validatePage(config: CheckoutPageConfig): FieldError[] {
  const size: [string, string | null] = [
    'description',
    getConfigSize(config) > MAX_CONFIG_BYTES ? 'The page’s texts are too long together' : null,
  ];
  return [...validateContent(config), ...validateSettings(config), size].flatMap(([field, message]) =>
    message === null ? [] : [{ field, message }],
  );
}
