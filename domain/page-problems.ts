import { LIMITS, MAX_CONFIG_BYTES, type CheckoutPageConfig } from './checkout-page.ts';
import { normalizeCouponCode } from './coupon-code.ts';
import { couponProblem, MAX_COUPONS } from './coupon.ts';
import { fieldChecks, tidyFields } from './custom-field-problems.ts';
import { embedChecks, tidyEmbedding } from './embedding.ts';
import { offerChecks, tidyOffer } from './offer-problems.ts';
import { imitatedBySlug } from './look-alike.ts';
import { pricingOf } from './pricing.ts';
import { isReservedSlug, MAX_SLUG, slugForSaving } from './slug.ts';
import { MAX_TESTIMONIALS, MAX_TESTIMONIAL_TEXT } from './testimonial.ts';
import { cleanLine, cleanText, lengthOf, safeUrl } from './text.ts';

/** `field`: the config key, with an index for a list entry: `features.2`. */
export type PageProblem = { field: string; message: string };

/** Normalizes a config for publishing: cleans texts, drops blank features, upper-cases codes and normalizes URLs. */
export function tidyConfig(config: CheckoutPageConfig): CheckoutPageConfig {
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
    customSlug: slugForSaving(config.customSlug),
    termsUrl: tidyUrl(config.termsUrl),
    privacyUrl: tidyUrl(config.privacyUrl),
    ...tidyOffer(config),
    customFields: tidyFields(config.customFields),
    embedding: tidyEmbedding(config.embedding),
  };
}

/** An invalid URL stays as typed, for the validation message. */
const tidyUrl = (text: string): string => safeUrl(text.trim()) ?? text.trim();

const tooLong = (text: string, limit: number, what: string): string | null => {
  const length = lengthOf(text);
  return length > limit ? `${what} can have at most ${limit} characters; this one has ${length}` : null;
};

const urlProblem = (text: string, what: string): string | null => {
  if (text === '') return null;
  if (!safeUrl(text)) return `${what} must be a full address that begins with https:// or http://`;
  return tooLong(text, LIMITS.url, what);
};

function contentChecks(config: CheckoutPageConfig): [string, string | null][] {
  const { testimonials, features } = config;
  return [
    [
      'productName',
      config.productName
        ? tooLong(config.productName, LIMITS.productName, 'The product name')
        : 'Give the product a name',
    ],
    ['description', tooLong(config.description, LIMITS.description, 'The description')],
    ['price', priceProblem(config)],
    ['features', features.length > LIMITS.features ? `Maximum ${LIMITS.features} features reached` : null],
    ...features.map((feature, index): [string, string | null] => [
      `features.${index}`,
      tooLong(feature, LIMITS.feature, 'A feature'),
    ]),
    [
      'testimonials',
      testimonials.items.length > MAX_TESTIMONIALS
        ? `You can only add up to ${MAX_TESTIMONIALS} testimonials`
        : null,
    ],
    ...testimonials.items.map(testimonialCheck),
    [
      'buttonText',
      config.buttonText
        ? tooLong(config.buttonText, LIMITS.buttonText, 'The button text')
        : 'Give the pay button a text',
    ],
    ['successMessage', tooLong(config.successMessage, LIMITS.successMessage, 'The success message')],
    [
      'accentColor',
      /^#[0-9a-f]{6}$/.test(config.accentColor)
        ? null
        : 'Type a colour as # and six digits, for example #a855f7',
    ],
  ];
}

function priceProblem(config: CheckoutPageConfig): string | null {
  if (config.price === '') return 'Set a price';
  const pricing = pricingOf(config);
  return 'problem' in pricing ? pricing.problem : null;
}

function testimonialCheck(
  item: CheckoutPageConfig['testimonials']['items'][number],
  index: number,
): [string, string | null] {
  const message =
    !item.name || !item.text
      ? 'Name and testimonial text are required'
      : (tooLong(item.text, MAX_TESTIMONIAL_TEXT, 'A testimonial') ??
        tooLong(item.name, LIMITS.testimonialName, 'A name') ??
        tooLong(item.role ?? '', LIMITS.testimonialName, 'A role'));
  return [`testimonials.${index}`, message];
}

function settingsChecks(config: CheckoutPageConfig): [string, string | null][] {
  const codes = config.validCoupons.map(({ code }) => code);
  return [
    ['validCoupons', codes.length > MAX_COUPONS ? `A page can have at most ${MAX_COUPONS} coupons` : null],
    ...config.validCoupons.map((coupon, index): [string, string | null] => [
      `validCoupons.${index}`,
      codes.indexOf(coupon.code) < index
        ? `The code ${coupon.code} is there twice`
        : couponProblem(coupon, config),
    ]),
    ['customSlug', slugProblem(config.customSlug)],
    ['termsUrl', urlProblem(config.termsUrl, 'The terms URL')],
    ['privacyUrl', urlProblem(config.privacyUrl, 'The privacy URL')],
    ...offerChecks(config),
    ...fieldChecks(config.customFields),
    ...embedChecks(config.embedding),
  ];
}

/** Validates a custom slug; null for an empty one, which is derived from the page's name. */
export function slugProblem(slug: string): string | null {
  const imitated = imitatedBySlug(slug);
  if (imitated)
    return `An address like “${slug}” looks as if ${imitated} stood behind the page. Choose another one`;
  if (isReservedSlug(slug)) return `“${slug}” is kept for the shop itself. Choose another address`;
  return tooLong(slug, MAX_SLUG, 'The custom slug');
}

/** Size in bytes of a config without its images, which are stored separately. */
const sizeOf = (config: CheckoutPageConfig): number =>
  new TextEncoder().encode(JSON.stringify({ ...config, logo: null, productImage: null })).length;

/** Lists everything that blocks publishing of a normalized config, in the order of the builder's tabs. */
export function pageProblems(config: CheckoutPageConfig): PageProblem[] {
  const size: [string, string | null] = [
    'description',
    sizeOf(config) > MAX_CONFIG_BYTES ? 'The page’s texts are too long together' : null,
  ];
  return [...contentChecks(config), ...settingsChecks(config), size].flatMap(([field, message]) =>
    message === null ? [] : [{ field, message }],
  );
}
