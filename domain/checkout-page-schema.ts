import { z } from 'zod';

import { createAddedFields, CONFIG_SCHEMA } from './checkout-page.ts';
import { isCurrencyCode } from './currencies.ts';
import { FIELD_KINDS } from './custom-field.ts';
import { FONT_FAMILIES } from './fonts.ts';
import { isImageDataUrl, isMediaPath } from './image.ts';
import { BUMP_BILLINGS, BUMP_POSITIONS } from './order-bump.ts';
import { PAGE_LANGUAGES } from './page-language.ts';
import { COUNTDOWN_ENDS } from './page-schedule.ts';
import { DEFAULT_RATING } from './testimonial.ts';

export const COUPON_SCOPES = ['product', 'all'] as const;

/** UTC instant that the seller chose; the interface shows it in `timeZone`. */
const Instant = z.iso.datetime();
const Amount = z.string().max(40);
const Id = z.string().regex(/^[a-z0-9-]{1,40}$/);

/**
 * `discount`: a percentage, or an amount in major units (12.5, 9.99). Optional limits: total uses, uses per buyer's email
 * address, minimum price in decimals. `scope`: the product only, also if missing, or order bumps too.
 */
export const Coupon = z.strictObject({
  code: z.string().max(200),
  discount: z.number(),
  type: z.enum(['percentage', 'fixed']),
  startsAt: Instant.nullish(),
  endsAt: Instant.nullish(),
  limit: z.number().int().nullish(),
  perBuyer: z.number().int().nullish(),
  minimum: z.string().max(40).nullish(),
  scope: z.enum(COUPON_SCOPES).optional(),
});

export const Testimonial = z.strictObject({
  name: z.string().max(1000),
  role: z.string().max(1000).nullish(),
  rating: z.number().int().min(1).max(5).default(DEFAULT_RATING),
  text: z.string().max(5000),
});

const Image = z
  .string()
  .refine((text) => isMediaPath(text) || isImageDataUrl(text), 'Not an image')
  .nullable();
const FreeText = z.string().max(10_000);
const paymentFields = {
  paymentType: z.enum(['one-time', 'subscription']),
  billingFrequency: z.enum(['weekly', 'monthly', 'yearly']),
};

/**
 * `id` survives renaming and reordering. `choices`: for `select` and `radio`. `min` and `max` limit the length of texts
 * (characters), the value of numbers, and dates (YYYY-MM-DD); empty: no limit of the seller's.
 */
const CustomField = z.strictObject({
  id: Id,
  kind: z.enum(FIELD_KINDS),
  name: z.string().max(200),
  label: z.string().max(1000),
  help: z.string().max(2000),
  required: z.boolean(),
  choices: z.array(z.string().max(1000)).max(100),
  min: z.string().max(40),
  max: z.string().max(40),
});

/** An additional price of the same product, besides the base price. `id` survives renaming. */
const PriceOption = z.strictObject({ id: Id, name: z.string().max(500), price: Amount, ...paymentFields });

/**
 * An optional extra that buyers can add to their order. `id` survives renaming. `regularPrice`: shown struck through; empty:
 * none. `offeredWith`: ids of price options; null: all.
 */
export const OrderBump = z.strictObject({
  id: Id,
  enabled: z.boolean(),
  title: z.string().max(500),
  text: z.string().max(2000),
  image: Image.default(null),
  price: Amount,
  regularPrice: Amount,
  billing: z.enum(BUMP_BILLINGS),
  offeredWith: z.array(Id).max(20).nullable(),
});

/** Keys added after the specification's config. A config may omit them and then gets their empty defaults. */
export const ADDED_FIELDS = {
  customFields: z.array(CustomField).max(50),
  priceOptions: z.strictObject({ baseName: z.string().max(500), others: z.array(PriceOption).max(20) }),
  payWhatYouWant: z.strictObject({
    enabled: z.boolean(),
    minimum: Amount,
    maximum: Amount,
    presets: z.array(Amount).max(20),
  }),
  countdown: z.strictObject({
    enabled: z.boolean(),
    endsAt: Instant.nullable(),
    text: FreeText,
    textAfter: FreeText,
    atEnd: z.enum(COUNTDOWN_ENDS),
    priceAfter: Amount,
  }),
  availability: z.strictObject({
    opensAt: Instant.nullable(),
    closesAt: Instant.nullable(),
    stock: z.number().int().nullable(),
    showStock: z.boolean(),
    earlyText: FreeText,
    closedText: FreeText,
    soldOutText: FreeText,
  }),
  timeZone: z.string().max(60),
  /**
   * `methods`: cards and wallets, or everything that the seller has turned on at Stripe except `excluded`. `instantOnly`:
   * without methods whose money arrives later.
   */
  payment: z.strictObject({
    methods: z.enum(['card', 'stripe']),
    excluded: z.array(z.string().max(40)).max(100),
    instantOnly: z.boolean(),
  }),
  embedding: z.strictObject({ origins: z.array(z.string().max(2048)).max(100) }),
  language: z.enum(PAGE_LANGUAGES),
  bumps: z.strictObject({ items: z.array(OrderBump).max(20), position: z.enum(BUMP_POSITIONS) }),
};

/**
 * A complete config: every key of the specification with a value of the right type. An unfinished draft is valid;
 * `validatePage` lists what blocks publishing.
 */
export const CheckoutPageConfig = z.strictObject({
  layout: z.enum(['classic', 'modern', 'minimal']),
  logo: Image,
  logoPosition: z.enum(['top-left', 'top-center', 'above-product']),
  productName: FreeText,
  description: FreeText,
  productImage: Image,
  price: z.string().max(40),
  currency: z.string().refine(isCurrencyCode, 'Unknown currency'),
  ...paymentFields,
  features: z.array(FreeText).max(100),
  testimonials: z.strictObject({ enabled: z.boolean(), items: z.array(Testimonial).max(50) }),
  accentColor: z.string().max(20),
  buttonText: FreeText,
  successMessage: FreeText,
  enableCoupon: z.boolean(),
  validCoupons: z.array(Coupon).max(200),
  customSlug: z.string().max(500),
  requireTerms: z.boolean(),
  termsUrl: FreeText,
  privacyUrl: FreeText,
  fonts: z.strictObject({ heading: z.enum(FONT_FAMILIES), body: z.enum(FONT_FAMILIES) }),
  customFields: ADDED_FIELDS.customFields.default(() => createAddedFields().customFields),
  priceOptions: ADDED_FIELDS.priceOptions.default(() => createAddedFields().priceOptions),
  payWhatYouWant: ADDED_FIELDS.payWhatYouWant.default(() => createAddedFields().payWhatYouWant),
  countdown: ADDED_FIELDS.countdown.default(() => createAddedFields().countdown),
  availability: ADDED_FIELDS.availability.default(() => createAddedFields().availability),
  timeZone: ADDED_FIELDS.timeZone.default(() => createAddedFields().timeZone),
  embedding: ADDED_FIELDS.embedding.default(() => createAddedFields().embedding),
  language: ADDED_FIELDS.language.default(() => createAddedFields().language),
  bumps: ADDED_FIELDS.bumps.default(() => createAddedFields().bumps),
  payment: ADDED_FIELDS.payment.default(() => createAddedFields().payment),
});
export type CheckoutPageConfig = z.infer<typeof CheckoutPageConfig>;

export const isKnownSchemaVersion = (schema: number, current = CONFIG_SCHEMA): boolean =>
  Number.isInteger(schema) && schema >= 1 && schema <= current;

/**
 * Reads stored configs of every schema number up to `current`; a key added later gets its default.
 * The reader throws a RangeError for an unknown number and a ZodError for an invalid config.
 */
export const createConfigParser =
  <Config>(configSchema: z.ZodType<Config>, current: number) =>
  (schema: number, stored: unknown): Config => {
    if (!isKnownSchemaVersion(schema, current)) throw new RangeError(`Unknown schema ${schema} of a page config`);
    return configSchema.parse(stored);
  };

export const parseStoredConfig = createConfigParser(CheckoutPageConfig, CONFIG_SCHEMA);
