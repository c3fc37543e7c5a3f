import { z } from 'zod';

import {
  ADDED_FIELDS,
  CheckoutPageConfig,
  COUPON_BUYERS,
  COUPON_SCOPES,
  OrderBump,
  QuantityTier,
  Testimonial,
} from '../checkout-page-schema.ts';
import { COUPON_CODE_STATES } from '../coupon-batch.ts';
import { MAX_AMOUNT_OF_ANY_CURRENCY } from '../currencies.ts';
import { CurrencyCode, DateTime, MinorUnits, objectSchema } from './base-schemas.ts';
import { BillingInterval, ExternalId, Metadata } from './shared-resources.ts';

export const PAGE_STATES = ['draft', 'published', 'changed', 'unpublished'] as const;

export const PAYMENT_TYPES = ['one_time', 'subscription', 'payment_plan'] as const;
const PaymentType = z.enum(PAYMENT_TYPES).meta({
  id: 'PaymentType',
  description: 'Whether a price is paid once, until the buyer cancels, or in a number of equal payments.',
});

/** An amount that a seller sets. Decimals are refused, because amounts are counted in minor units. */
const Amount = z.number().int().min(0).max(MAX_AMOUNT_OF_ANY_CURRENCY);
const Price = Amount.nullable().describe('In minor units of the page’s currency; null if not set.');

const CouponScope = z.enum(COUPON_SCOPES);
const CouponBuyers = z.enum(COUPON_BUYERS);

const couponFields = {
  percentOff: z.number().nullish().describe('Percentage, such as 12.5. Set either this or `amountOff`.'),
  amountOff: Amount.nullish().describe('Amount in minor units of the page’s currency.'),
  startsAt: z.iso.datetime().nullish().describe('When it becomes valid. Default: at once.'),
  endsAt: z.iso.datetime().nullish().describe('When it stops being valid. Default: never.'),
  maxUses: z.number().int().nullish().describe('Maximum number of uses. Default: unlimited.'),
  maxUsesPerBuyer: z.number().int().nullish().describe('Counted by email address.'),
  minimumAmount: Amount.nullish().describe('Smallest price that the coupon applies to, in minor units.'),
  scope: CouponScope.optional().describe('What it takes off: only the product (default), or extras too.'),
  payments: z
    .number()
    .int()
    .nullish()
    .describe('Number of a subscription’s payments that it lowers, such as 3. Default: all.'),
  buyers: CouponBuyers.nullish().describe(
    'Who can use it: `new` buyers, or buyers of the `page` in `buyersOfPageId`. Default: everyone.',
  ),
  buyersOfPageId: z.uuid().nullish().describe('ID of the page whose buyers can use it.'),
  paused: z.boolean().optional().describe('Whether it is refused for now.'),
  note: z.string().max(1000).nullish().describe('Your own note. Buyers never see it.'),
  batch: z.boolean().optional().describe('Whether it is for single-use codes, which start with `code`.'),
};

export const CouponInput = z
  .strictObject({ code: z.string().min(1).max(200).describe('Code that buyers enter.'), ...couponFields })
  .refine(({ percentOff, amountOff }) => (percentOff ?? null) === null || (amountOff ?? null) === null, {
    path: ['amountOff'],
    message: 'Set either percentOff or amountOff.',
  })
  .refine(({ percentOff, amountOff }) => (percentOff ?? amountOff ?? null) !== null, {
    path: ['percentOff'],
    message: 'Set percentOff or amountOff.',
  })
  .meta({ id: 'CouponInput', description: 'Coupon to create. Limits are optional.' });

export const Coupon = objectSchema('Coupon', 'Coupon of a page.', {
  id: z.string().describe('The code.'),
  pageId: z.uuid().describe('ID of the page.'),
  code: z.string().describe('Code that buyers enter.'),
  percentOff: z.number().nullable().describe('Percentage; null if an amount is taken off.'),
  amountOff: MinorUnits.nullable(),
  currency: CurrencyCode,
  startsAt: DateTime.nullable(),
  endsAt: DateTime.nullable(),
  maxUses: z.number().int().nullable().describe('Maximum number of uses; null if unlimited.'),
  maxUsesPerBuyer: z.number().int().nullable().describe('Maximum number of uses per email address; null if unlimited.'),
  minimumAmount: MinorUnits.nullable(),
  scope: CouponScope.describe('What it takes off: only the product, or extras too (`all`).'),
  payments: z.number().int().nullable().describe('Number of a subscription’s payments that it lowers; null: all.'),
  buyers: CouponBuyers.nullable().describe('Who can use it; null: everybody.'),
  buyersOfPageId: z.uuid().nullable().describe('ID of the page whose buyers can use it.'),
  paused: z.boolean().describe('Whether it is refused for now.'),
  note: z.string().nullable().describe('Your own note. Buyers never see it.'),
  batch: z.boolean().describe('Whether buyers enter single-use codes, which start with `code`, instead of `code`.'),
  live: z.boolean().describe('Whether buyers can use the coupon, because it’s in the published version.'),
});

export const CouponCode = objectSchema('CouponCode', 'Single-use code of a coupon.', {
  id: z.uuid().describe('Code ID.'),
  code: z.string().describe('Code that buyers enter.'),
  state: z
    .enum(COUPON_CODE_STATES)
    .describe('`reserved`: a buyer is checking out with it. `used`: in an order, even if it isn’t paid yet.'),
  orderNumber: z.number().int().nullable().describe('Number of the order with this code.'),
  usedAt: DateTime.nullable(),
});

export const NewCouponCodes = objectSchema('NewCouponCodes', 'Single-use codes that were created.', {
  codes: z.array(z.string()).describe('In no particular order.'),
});

export const DeletedCouponCodes = objectSchema('DeletedCouponCodes', 'Confirmation of the deletion of unused codes.', {
  deletedCount: z.number().int().describe('How many codes were deleted.'),
});

const { shape } = CheckoutPageConfig;
const payWhatYouWant = ADDED_FIELDS.payWhatYouWant.shape;
const countdown = ADDED_FIELDS.countdown.shape;

const priceFields = { price: Price, paymentType: PaymentType, billingInterval: BillingInterval };

const { trialDays, trialNeedsCard, installments } = ADDED_FIELDS.paymentTerms.shape;
const PaymentTerms = z
  .strictObject({
    setupFee: Price.describe('One-time fee of a subscription, in minor units; null for none.'),
    trialDays,
    trialNeedsCard,
    installments,
  })
  .describe('Setup fee and free trial of a subscription, and the number of payments of a payment plan.');

const PriceOption = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .describe('ID that you choose. It stays the same when the option is renamed.'),
  name: z.string().max(500).describe('Name that buyers see.'),
  ...priceFields,
  paymentTerms: PaymentTerms.optional(),
});

const { id, enabled, title, text, image, offeredWith } = OrderBump.shape;
const Bump = z.strictObject({
  id,
  enabled,
  title,
  text,
  image: image.unwrap().describe('Path of an uploaded image, or a data URL; null for none.'),
  price: Price,
  regularPrice: Price,
  billing: z.enum(['one_time', 'with_price']).describe('`with_price`: renews with the subscription.'),
  offeredWith,
});

const Tier = z.strictObject({
  from: QuantityTier.shape.from,
  price: Price,
  optionPrices: z
    .record(z.string(), Amount)
    .describe('Prices of the price options in minor units, by ID; an option that is missing keeps its price.'),
});

/** Fields that every config has. */
const requiredFields = {
  layout: shape.layout,
  logo: shape.logo,
  logoPosition: z.enum(['top_left', 'top_center', 'above_product']).describe('Where the logo is.'),
  productName: shape.productName,
  description: shape.description,
  productImage: shape.productImage,
  currency: shape.currency,
  ...priceFields,
  features: shape.features,
  testimonials: z
    .strictObject({
      enabled: z.boolean().describe('Whether they are shown.'),
      items: z.array(Testimonial).max(50).describe('In this order.'),
    })
    .describe('What other buyers say.'),
  accentColor: shape.accentColor,
  buttonText: shape.buttonText,
  successMessage: shape.successMessage,
  couponsEnabled: shape.enableCoupon,
  coupons: z.array(CouponInput).max(200),
  slug: shape.customSlug.describe('Last part of the page’s URL; empty: chosen when the page is published.'),
  termsRequired: shape.requireTerms,
  termsUrl: shape.termsUrl,
  privacyUrl: shape.privacyUrl,
  fonts: shape.fonts,
};
/** Fields that a config may omit. All are the same for programs as for the screens, except those with amounts. */
const optionalFields = {
  ...ADDED_FIELDS,
  priceOptions: z
    .strictObject({
      baseName: z.string().max(500).describe('Name of the page’s first price, which has the ID `base`.'),
      others: z.array(PriceOption).max(20).describe('Prices besides the first one.'),
    })
    .describe('Several prices that buyers choose from.'),
  payWhatYouWant: z
    .strictObject({
      enabled: payWhatYouWant.enabled,
      minimum: Price,
      maximum: Price,
      presets: z.array(Amount).max(20).describe('Suggested amounts in minor units.'),
    })
    .describe('Lets buyers choose the amount. `price` is what the page suggests.'),
  countdown: z
    .strictObject({
      enabled: countdown.enabled,
      endsAt: countdown.endsAt,
      text: countdown.text,
      textAfter: countdown.textAfter,
      afterEnd: countdown.atEnd.describe(
        'What happens at its end: nothing, the sale closes, or the price becomes `priceAfter`.',
      ),
      priceAfter: Price,
    })
    .describe('Countdown on the page.'),
  paymentTerms: PaymentTerms,
  availability: ADDED_FIELDS.availability.describe('When and how often the product is sold.'),
  payment: ADDED_FIELDS.payment.describe('Payment methods.'),
  delivery: ADDED_FIELDS.delivery.describe('What buyers get after they have paid.'),
  quantity: ADDED_FIELDS.quantity
    .omit({ tiers: true })
    .extend({ tiers: z.array(Tier).max(20).describe('Lower prices per unit from larger quantities on.') })
    .describe('Lets buyers choose how many they buy.'),
  bundle: z
    .strictObject({
      items: z
        .array(
          z.strictObject({
            pageId: z.string().max(40).describe('ID of the page.'),
            priceOptionId: PriceOption.shape.id.describe('One of its one-time prices; `base` for its first price.'),
          }),
        )
        .max(20)
        .describe('In this order. From 2 to 10 of your published pages, or none.'),
    })
    .describe('Other pages that this page sells together for its price.'),
  bumps: z
    .strictObject({
      items: z.array(Bump).max(20).describe('In this order.'),
      position: z.enum(['above_button', 'under_price']).describe('Where they are on the page.'),
    })
    .describe('Extras that buyers can add to their order.'),
};

/** Content and settings of a page for programs: amounts are integers of minor units. */
export const PageConfig = objectSchema('PageConfig', 'Content and settings of a page. Incomplete drafts are valid.', {
  ...requiredFields,
  ...optionalFields,
});
export type PageConfigResource = z.infer<typeof PageConfig>;

export const PageConfigChange = PageConfig.partial().meta({
  id: 'PageConfigChange',
  description: 'Fields of a config. Each one replaces its value; fields that you omit stay as they are.',
});
export type PageConfigChange = z.infer<typeof PageConfigChange>;

export const NewPageConfig = z
  .strictObject({ ...requiredFields, ...z.strictObject(optionalFields).partial().shape })
  .meta({ id: 'NewPageConfig', description: 'A whole config. Fields that were added later are optional.' });

export const PageRestriction = objectSchema('PageRestriction', 'Why a page can’t take payments.', {
  kind: z
    .enum(['suspended', 'paused'])
    .describe('`suspended`: taken down by the operator of the site. `paused`: payments resume by themselves.'),
  reason: z.string().describe('A text for `suspended`; `declined_cards` or `operator` for `paused`.'),
  startedAt: DateTime.nullable(),
  resumesAt: DateTime.nullable(),
});

export const CheckoutPage = objectSchema('CheckoutPage', 'Checkout page. Its content is in its draft and versions.', {
  id: z.uuid().describe('ID of this object.'),
  name: z.string().nullable().describe('Your internal name; null: the product name is used.'),
  state: z.enum(PAGE_STATES).describe('`changed`: published, with unpublished changes in the draft.'),
  archived: z.boolean().describe('Whether the page is hidden from your main list.'),
  restriction: PageRestriction.nullable().describe('Null if the page can take payments.'),
  productName: z.string().describe('In the draft, like the fields of the price.'),
  currency: CurrencyCode,
  ...priceFields,
  slug: z.string().nullable().describe('Last part of the page’s URL.'),
  url: z.string().nullable().describe('URL of the page; null if it has no slug yet.'),
  domainUrl: z.string().nullable().describe('URL of the custom domain that shows the page.'),
  version: z.number().int().describe('Number of the published version; 0 if never published.'),
  revision: z.number().int().describe('Number of the draft’s revision, which increases with each change.'),
  metadata: Metadata,
  externalId: ExternalId.nullable(),
  createdAt: DateTime,
  updatedAt: DateTime,
});
export type CheckoutPageResource = z.infer<typeof CheckoutPage>;

export const ImportedPage = objectSchema('ImportedPage', 'Checkout page whose draft is from a file.', {
  ...CheckoutPage.shape,
  missingProducts: z
    .array(z.string())
    .describe('Names of products of a bundle that are none of your pages. The draft doesn’t have them.'),
});

/** Field of objects that belong to a page. */
export const ExpandedPage = CheckoutPage.nullable()
  .optional()
  .describe('With `expand=page`; null if the page was deleted.');

export const PageDraft = objectSchema('PageDraft', 'What the next version of a page will be. Buyers don’t see it.', {
  pageId: z.uuid().describe('ID of the page, which has one draft.'),
  revision: z.number().int().describe('Number of the revision, which increases with each change.'),
  config: PageConfig,
});

export const PageVersion = objectSchema('PageVersion', 'Published version of a page.', {
  id: z.uuid().describe('ID of this object.'),
  pageId: z.uuid().describe('ID of the page.'),
  number: z.number().int().describe('Number of the version, starting at 1.'),
  changes: z.array(z.string()).describe('Changes since the previous version.'),
  config: PageConfig.optional().describe('Content; only if you get a single version.'),
  createdAt: DateTime,
});

const couponTotals = { currency: CurrencyCode, discount: MinorUnits, net: MinorUnits };

export const PageUsage = objectSchema('PageUsage', 'How much of a page’s stock and coupons is used.', {
  pageId: z.uuid().describe('ID of the page.'),
  sold: z.number().int().describe('Units that were sold.'),
  reserved: z.number().int().describe('Reserved by checkouts in progress.'),
  coupons: z.array(
    objectSchema('CouponUsage', 'Uses of one coupon.', {
      code: z.string().describe('Code of the coupon.'),
      used: z.number().int().describe('Paid orders with the coupon.'),
      reserved: z.number().int().describe('Reserved by checkouts in progress.'),
      totals: z.array(z.strictObject(couponTotals)).describe('Paid orders, by currency.'),
    }),
  ),
});

export const SlugAvailability = objectSchema('SlugAvailability', 'Whether a page can have a slug.', {
  slug: z.string().describe('Slug that was checked, in the form it would have.'),
  url: z.string().describe('URL that the page would have.'),
  available: z.boolean().describe('Whether the page can have the slug.'),
  problem: z.string().nullable().describe('Why it isn’t available.'),
});

export const UploadedImage = objectSchema('UploadedImage', 'Uploaded image.', {
  url: z.string().describe('Value for `logo` or `productImage` of a config.'),
  width: z.number().int().describe('Width in pixels.'),
  height: z.number().int().describe('Height in pixels.'),
  bytes: z.number().int().describe('File size after compression.'),
});

/** The importer validates the file and explains what is wrong with it. */
export const PageFileResource = z
  .looseObject({
    format: z.string().describe('Always `tillwright-page`.'),
    version: z.number().int().describe('Version of the format.'),
    name: z.string().nullish().describe('Your name of the page.'),
  })
  .meta({ id: 'PageFile', description: 'Page file with images as data URLs. Its format is made for version control.' });
