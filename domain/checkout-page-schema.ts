import { z } from 'zod';

import { addedKeys, CONFIG_SCHEMA } from './checkout-page.ts';
import { isCurrencyCode } from './currencies.ts';
import { FIELD_KINDS } from './custom-field.ts';
import { FACES } from './fonts.ts';
import { isImageDataUrl, isMediaPath } from './image.ts';
import { COUNTDOWN_ENDS } from './offer.ts';
import { DEFAULT_RATING } from './testimonial.ts';

/** UTC instant that the seller chose; the interface shows it in `timeZone`. */
const Moment = z.iso.datetime();
const Amount = z.string().max(40);
const Id = z.string().regex(/^[a-z0-9-]{1,40}$/);

export const Coupon = z.strictObject({
  code: z.string().max(200),
  discount: z.number(),
  type: z.enum(['percentage', 'fixed']),
  startsAt: Moment.nullish(),
  endsAt: Moment.nullish(),
  limit: z.number().int().nullish(),
  perBuyer: z.number().int().nullish(),
  minimum: z.string().max(40).nullish(),
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
const Free = z.string().max(10_000);
const payment = {
  paymentType: z.enum(['one-time', 'subscription']),
  billingFrequency: z.enum(['weekly', 'monthly', 'yearly']),
};

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

const PriceOption = z.strictObject({ id: Id, name: z.string().max(500), price: Amount, ...payment });

/** Keys added after the specification's config. A config may omit them and then gets their empty defaults. */
const added = {
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
    endsAt: Moment.nullable(),
    text: Free,
    textAfter: Free,
    atEnd: z.enum(COUNTDOWN_ENDS),
    priceAfter: Amount,
  }),
  availability: z.strictObject({
    opensAt: Moment.nullable(),
    closesAt: Moment.nullable(),
    stock: z.number().int().nullable(),
    showStock: z.boolean(),
    earlyText: Free,
    closedText: Free,
    soldOutText: Free,
  }),
  timeZone: z.string().max(60),
  embedding: z.strictObject({ origins: z.array(z.string().max(2048)).max(100) }),
};

/**
 * A complete config: every key of the specification with a value of the right type. An unfinished draft is valid;
 * `validatePage` lists what blocks publishing.
 */
export const CheckoutPageConfig = z.strictObject({
  layout: z.enum(['classic', 'modern', 'minimal']),
  logo: Image,
  logoPosition: z.enum(['top-left', 'top-center', 'above-product']),
  productName: Free,
  description: Free,
  productImage: Image,
  price: z.string().max(40),
  currency: z.string().refine(isCurrencyCode, 'Unknown currency'),
  ...payment,
  features: z.array(Free).max(100),
  testimonials: z.strictObject({ enabled: z.boolean(), items: z.array(Testimonial).max(50) }),
  accentColor: z.string().max(20),
  buttonText: Free,
  successMessage: Free,
  enableCoupon: z.boolean(),
  validCoupons: z.array(Coupon).max(200),
  customSlug: z.string().max(500),
  requireTerms: z.boolean(),
  termsUrl: Free,
  privacyUrl: Free,
  fonts: z.strictObject({ heading: z.enum(FACES), body: z.enum(FACES) }),
  customFields: added.customFields.default(() => addedKeys().customFields),
  priceOptions: added.priceOptions.default(() => addedKeys().priceOptions),
  payWhatYouWant: added.payWhatYouWant.default(() => addedKeys().payWhatYouWant),
  countdown: added.countdown.default(() => addedKeys().countdown),
  availability: added.availability.default(() => addedKeys().availability),
  timeZone: added.timeZone.default(() => addedKeys().timeZone),
  embedding: added.embedding.default(() => addedKeys().embedding),
});
export type CheckoutPageConfig = z.infer<typeof CheckoutPageConfig>;

export const isKnownSchema = (schema: number, current = CONFIG_SCHEMA): boolean =>
  Number.isInteger(schema) && schema >= 1 && schema <= current;

/**
 * Reads stored configs of every schema number up to `current`; a key added later gets its default.
 * The reader throws a RangeError for an unknown number and a ZodError for an invalid config.
 */
export const storedConfigReader =
  <Config>(schemaOfConfig: z.ZodType<Config>, current: number) =>
  (schema: number, stored: unknown): Config => {
    if (!isKnownSchema(schema, current)) throw new RangeError(`Unknown schema ${schema} of a page config`);
    return schemaOfConfig.parse(stored);
  };

export const configFromStored = storedConfigReader(CheckoutPageConfig, CONFIG_SCHEMA);
