import { z } from 'zod';

import { AFTER_PAYMENT, createAddedFields, createPaymentTerms, CONFIG_SCHEMA } from './checkout-page.ts';
import { isCurrencyCode } from './currencies.ts';
import { FIELD_KINDS } from './custom-field.ts';
import { FONT_FAMILIES } from './fonts.ts';
import { isImageDataUrl, isMediaPath } from './image.ts';
import { BUMP_BILLINGS, BUMP_POSITIONS } from './order-bump.ts';
import { PAGE_LANGUAGES } from './page-language.ts';
import { COUNTDOWN_ENDS } from './page-schedule.ts';
import { DEFAULT_RATING } from './testimonial.ts';

export const COUPON_SCOPES = ['product', 'all'] as const;
/** Who can use a coupon, besides everybody: who has not bought from the seller yet, or who has bought a certain page. */
export const COUPON_BUYERS = ['new', 'page'] as const;

/** UTC instant that the seller chose; the interface shows it in `timeZone`. */
const Instant = z.iso.datetime();
const Amount = z.string().max(40);
const Id = z.string().regex(/^[a-z0-9-]{1,40}$/);

/**
 * `discount`: a percentage, or an amount in major units (12.5, 9.99). Optional limits: total uses, uses per buyer's email
 * address, minimum price in decimals. `scope`: the product only, also if missing, or order bumps too. `payments`: number of a
 * subscription's payments that it lowers; missing: all. `buyersOf`: the page that buyers of `page` have bought. `batch`: the
 * coupon is for generated single-use codes, which start with `code`.
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
  payments: z.number().int().nullish(),
  buyers: z.enum(COUPON_BUYERS).nullish(),
  buyersOf: z.string().max(40).nullish(),
  paused: z.boolean().optional(),
  note: z.string().max(1000).nullish(),
  batch: z.boolean().optional(),
});

export const Testimonial = z.strictObject({
  name: z.string().max(1000).describe('Name of the person.'),
  role: z.string().max(1000).nullish().describe('What the person does.'),
  rating: z.number().int().min(1).max(5).default(DEFAULT_RATING).describe('Stars, from 1 to 5.'),
  text: z.string().max(5000).describe('What the person says.'),
});

const Image = z
  .string()
  .refine((text) => isMediaPath(text) || isImageDataUrl(text), 'Not an image')
  .nullable();
const FreeText = z.string().max(10_000);
const paymentFields = {
  paymentType: z.enum(['one-time', 'subscription', 'payment-plan']),
  billingFrequency: z.enum(['weekly', 'monthly', 'yearly']),
};

/**
 * What a price costs besides its payments, and how long they go on. The setup fee (empty: none) and the free trial are for
 * subscriptions, the number of installments is for payment plans.
 */
const PaymentTerms = z.strictObject({
  setupFee: Amount,
  trialDays: z.number().int().min(0).max(10_000).describe('Days of the free trial; 0 for none.'),
  trialNeedsCard: z
    .boolean()
    .describe('Whether buyers enter a card when the free trial starts. They always do if something is due at once.'),
  installments: z.number().int().min(0).max(1000).describe('Number of payments of a payment plan.'),
});

/**
 * `id` survives renaming and reordering. `choices`: for `select` and `radio`. `min` and `max` limit the length of texts
 * (characters), the value of numbers, and dates (YYYY-MM-DD); empty: no limit of the seller's.
 */
const CustomField = z.strictObject({
  id: Id.describe('ID that you choose. It stays the same when the label changes.'),
  kind: z.enum(FIELD_KINDS).describe('Kind of input. `short` and `long` are texts, `hidden` is filled in by the URL.'),
  name: z.string().max(200).describe('Name for URLs and the API.'),
  label: z.string().max(1000).describe('Question that buyers see.'),
  help: z.string().max(2000).describe('Explanation below the field; empty for none.'),
  required: z.boolean().describe('Whether buyers must answer.'),
  choices: z.array(z.string().max(1000)).max(100).describe('Choices of the kinds `select` and `radio`.'),
  min: z.string().max(40).describe('Smallest length, number or date; empty: no limit.'),
  max: z.string().max(40).describe('Largest length, number or date; empty: no limit.'),
});

/**
 * An additional price of the same product, besides the base price. `id` survives renaming. Without `paymentTerms` it has the
 * default ones.
 */
const PriceOption = z.strictObject({
  id: Id,
  name: z.string().max(500),
  price: Amount,
  ...paymentFields,
  paymentTerms: PaymentTerms.optional(),
});

/**
 * An optional extra that buyers can add to their order. `id` survives renaming. `regularPrice`: shown struck through; empty:
 * none. `offeredWith`: ids of price options; null: all.
 */
export const OrderBump = z.strictObject({
  id: Id.describe('ID that you choose. It stays the same when the extra is renamed.'),
  enabled: z.boolean().describe('Whether buyers see the extra.'),
  title: z.string().max(500).describe('Name that buyers see.'),
  text: z.string().max(2000).describe('Description below the name.'),
  image: Image.default(null).describe('Path of an uploaded image, or a data URL; null for none.'),
  price: Amount,
  regularPrice: Amount,
  billing: z.enum(BUMP_BILLINGS),
  offeredWith: z.array(Id).max(20).nullable().describe('IDs of the price options that it goes with; null: all.'),
});

/** `offeredWith`: ids of price options, and `bump:` with ids of extras; null: every price. */
const DeliveredItem = z.strictObject({
  id: z.string().max(40).describe('ID of the deliverable.'),
  offeredWith: z
    .array(z.string().max(60))
    .max(50)
    .nullable()
    .describe('Price options, and extras as `bump:<id>`, that it comes with; null: every price.'),
});

const Count = z.number().int().min(0).max(1_000_000);

/** A lower price per unit from a quantity on. `optionPrices`: that of the price options by id; missing: no lower price. */
export const QuantityTier = z.strictObject({
  from: Count.describe('Smallest quantity with this price.'),
  price: Amount,
  optionPrices: z.record(Id, Amount),
});

/** Keys added after the specification's config. A config may omit them and then gets their empty defaults. */
export const ADDED_FIELDS = {
  customFields: z.array(CustomField).max(50).describe('Questions for buyers, in this order.'),
  priceOptions: z.strictObject({ baseName: z.string().max(500), others: z.array(PriceOption).max(20) }),
  payWhatYouWant: z.strictObject({
    enabled: z.boolean().describe('Whether buyers choose the amount.'),
    minimum: Amount,
    maximum: Amount,
    presets: z.array(Amount).max(20),
  }),
  countdown: z.strictObject({
    enabled: z.boolean().describe('Whether the countdown is shown.'),
    endsAt: Instant.nullable().describe('When it ends; null if not set.'),
    text: FreeText.describe('Text beside the countdown.'),
    textAfter: FreeText.describe('Text after it has ended.'),
    atEnd: z.enum(COUNTDOWN_ENDS),
    priceAfter: Amount,
  }),
  availability: z.strictObject({
    opensAt: Instant.nullable().describe('When the sale starts; null: at once.'),
    closesAt: Instant.nullable().describe('When the sale ends; null: never.'),
    stock: z.number().int().nullable().describe('Units that can be sold; null if unlimited.'),
    showStock: z.boolean().describe('Whether buyers see how many units are left.'),
    earlyText: FreeText.describe('Text before the sale starts.'),
    closedText: FreeText.describe('Text after the sale has ended.'),
    soldOutText: FreeText.describe('Text when everything is sold.'),
  }),
  timeZone: z.string().max(60).describe('IANA time zone in which the page shows dates.'),
  /**
   * `methods`: cards and wallets, or everything that the seller has turned on at Stripe except `excluded`. `instantOnly`:
   * without methods whose money arrives later.
   */
  payment: z.strictObject({
    methods: z
      .enum(['card', 'stripe'])
      .describe('`card`: cards and wallets. `stripe`: everything that you have turned on at Stripe.'),
    excluded: z.array(z.string().max(40)).max(100).describe('Stripe’s types of payment methods that are left out.'),
    instantOnly: z.boolean().describe('Leaves out methods whose money arrives days later.'),
  }),
  embedding: z
    .strictObject({
      origins: z.array(z.string().max(2048)).max(100).describe('Origins, such as `https://example.com`.'),
    })
    .describe('Websites that may show the page in a frame.'),
  language: z.enum(PAGE_LANGUAGES).describe('Language of the page’s own texts.'),
  bumps: z.strictObject({ items: z.array(OrderBump).max(20), position: z.enum(BUMP_POSITIONS) }),
  quantity: z.strictObject({
    enabled: z.boolean().describe('Whether buyers choose how many they buy.'),
    minimum: Count.describe('Smallest quantity.'),
    maximum: Count.describe('Largest quantity.'),
    singular: z.string().max(200).describe('What one unit is called, such as `seat`; empty: `item`.'),
    plural: z.string().max(200).describe('What several units are called, such as `seats`; empty: `items`.'),
    tiers: z.array(QuantityTier).max(20),
  }),
  paymentTerms: PaymentTerms,
  /** What buyers get after the payment; `items` names deliverables, which are stored apart: see `DeliveredItem`. */
  delivery: z.strictObject({
    items: z.array(DeliveredItem).max(100).describe('What the page delivers, in this order.'),
    afterPayment: z.enum(AFTER_PAYMENT).describe('`message`: the success page. `redirect`: your own URL.'),
    redirectUrl: FreeText.describe('HTTPS URL with optional `{order_number}` and `{order_id}`; empty for none.'),
    signRedirect: z.boolean().describe('Adds the order’s ID and a signature to the URL.'),
  }),
  /** Other pages of the seller that are sold together; with none, the page is not a bundle. */
  bundle: z.strictObject({
    items: z.array(z.strictObject({ pageId: z.string().max(40), optionId: Id })).max(20),
  }),
};

/**
 * A complete config: every key of the specification with a value of the right type. An unfinished draft is valid;
 * `validatePage` lists what blocks publishing.
 */
export const CheckoutPageConfig = z.strictObject({
  layout: z.enum(['classic', 'modern', 'minimal']).describe('Arrangement of the page.'),
  logo: Image.describe('Path of an uploaded image, or a data URL; null for none.'),
  logoPosition: z.enum(['top-left', 'top-center', 'above-product']),
  productName: FreeText.describe('Name of the product.'),
  description: FreeText.describe('Description of the product.'),
  productImage: Image.describe('Path of an uploaded image, or a data URL; null for none.'),
  price: z.string().max(40),
  currency: z.string().refine(isCurrencyCode, 'Unknown currency').describe('ISO 4217 currency code in uppercase.'),
  ...paymentFields,
  features: z.array(FreeText).max(100).describe('What the product includes, one line each.'),
  testimonials: z.strictObject({ enabled: z.boolean(), items: z.array(Testimonial).max(50) }),
  accentColor: z.string().max(20).describe('Color of buttons and links, such as `#a855f7`.'),
  buttonText: FreeText.describe('Text of the pay button.'),
  successMessage: FreeText.describe('Text after the payment.'),
  enableCoupon: z.boolean().describe('Whether buyers can enter a coupon.'),
  validCoupons: z.array(Coupon).max(200),
  customSlug: z.string().max(500),
  requireTerms: z.boolean().describe('Whether buyers must accept the terms.'),
  termsUrl: FreeText.describe('URL of the terms; empty for none.'),
  privacyUrl: FreeText.describe('URL of the privacy policy; empty for none.'),
  fonts: z
    .strictObject({
      heading: z.enum(FONT_FAMILIES).describe('Font of headings.'),
      body: z.enum(FONT_FAMILIES).describe('Font of everything else.'),
    })
    .describe('Fonts of the page.'),
  customFields: ADDED_FIELDS.customFields.default(() => createAddedFields().customFields),
  priceOptions: ADDED_FIELDS.priceOptions.default(() => createAddedFields().priceOptions),
  payWhatYouWant: ADDED_FIELDS.payWhatYouWant.default(() => createAddedFields().payWhatYouWant),
  countdown: ADDED_FIELDS.countdown.default(() => createAddedFields().countdown),
  availability: ADDED_FIELDS.availability.default(() => createAddedFields().availability),
  timeZone: ADDED_FIELDS.timeZone.default(() => createAddedFields().timeZone),
  embedding: ADDED_FIELDS.embedding.default(() => createAddedFields().embedding),
  language: ADDED_FIELDS.language.default(() => createAddedFields().language),
  bumps: ADDED_FIELDS.bumps.default(() => createAddedFields().bumps),
  quantity: ADDED_FIELDS.quantity.default(() => createAddedFields().quantity),
  payment: ADDED_FIELDS.payment.default(() => createAddedFields().payment),
  paymentTerms: ADDED_FIELDS.paymentTerms.default(createPaymentTerms),
  delivery: ADDED_FIELDS.delivery.default(() => createAddedFields().delivery),
  bundle: ADDED_FIELDS.bundle.default(() => createAddedFields().bundle),
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
