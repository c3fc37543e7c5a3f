import { z } from 'zod';

import { ExternalId, MetadataInput } from '../checkout-link.ts';
import { MAX_AMOUNT_OF_ANY_CURRENCY } from '../currencies.ts';
import { QUANTITY_LIMITS } from '../quantity.ts';
import { parseSafeUrl } from '../text.ts';
import { CurrencyCode, DateTime, MinorUnits, objectSchema } from './base-schemas.ts';
import { Order } from './order-resources.ts';
import { ExpandedPage } from './page-resources.ts';
import { Mode } from './shared-resources.ts';

/** A checkout that was created through the API. */
export const ApiCheckout = objectSchema('Checkout', 'A link with which one buyer opens a page that is filled in.', {
  id: z.uuid().describe('ID of this object.'),
  state: z
    .enum(['open', 'completed', 'expired'])
    .describe('`completed`: there is an order. It may still be `pending`, so check its state.'),
  url: z.string().describe('Send the buyer to this URL. It leads nowhere once the page is deleted.'),
  pageId: z.uuid().describe('ID of the page.'),
  priceOptionId: z.string().nullable().describe('Price that is selected; null: the page’s first price.'),
  quantity: z.number().int().describe('Quantity that is filled in.'),
  amount: MinorUnits.describe(
    'Total when the checkout was created, in minor units. Buyers pay the current price of the page.',
  ),
  currency: CurrencyCode,
  couponCode: z.string().nullable().describe('Coupon that is applied; null for none.'),
  email: z.string().nullable().describe('Email address that is filled in; null for none.'),
  answers: z.record(z.string(), z.string()).describe('Values of custom fields by field name.'),
  metadata: z.record(z.string(), z.string()).describe('Your own data, which the order gets.'),
  externalId: z.string().nullable().describe('Your own ID, which the order gets.'),
  successUrl: z.string().nullable().describe('Where buyers return after paying; null: to the result of the page.'),
  cancelUrl: z.string().nullable().describe('Where the page’s back link leads; null: it has none.'),
  orderId: z
    .uuid()
    .nullable()
    .describe('The order; null until the buyer has confirmed the payment, which may still be pending.'),
  mode: Mode,
  createdAt: DateTime,
  expiresAt: DateTime,
  order: Order.nullable().optional().describe('With `expand=order`; null until there is one.'),
  page: ExpandedPage,
});
export type ApiCheckout = z.infer<typeof ApiCheckout>;

const ReturnUrl = z
  .string()
  .max(2048)
  .refine((text) => parseSafeUrl(text) !== null, 'Must be an http or https URL');

export const NewCheckout = z.strictObject({
  pageId: z.uuid().describe('A published page.'),
  priceOptionId: z.string().max(40).optional().describe('Price to select. Default: the page’s first price.'),
  amount: z
    .number()
    .int()
    .min(0)
    .max(MAX_AMOUNT_OF_ANY_CURRENCY)
    .optional()
    .describe('Amount of a pay-what-you-want price, in minor units.'),
  quantity: z
    .number()
    .int()
    .min(1)
    .max(QUANTITY_LIMITS.maximum)
    .optional()
    .describe('How many to buy, if the page lets buyers choose. Default: the smallest quantity of the page.'),
  couponCode: z.string().max(200).optional().describe('Applies a coupon of the page.'),
  email: z.email().max(254).optional().describe('Fills in the buyer’s email address.'),
  answers: z
    .record(z.string().max(200), z.string().max(10_000))
    .refine((answers) => Object.keys(answers).length <= 50, 'Too many answers')
    .optional()
    .describe('Fills in custom fields, by field name. Hidden fields, too.'),
  metadata: MetadataInput.optional(),
  externalId: ExternalId.optional(),
  successUrl: ReturnUrl.optional().describe(
    'Where buyers return after paying. `{CHECKOUT_ID}` is replaced with the ID of the checkout.',
  ),
  cancelUrl: ReturnUrl.optional().describe('Where the page’s back link leads.'),
  expiresAt: z.iso.datetime().optional().describe('At most 30 days from now. Default: 24 hours from now.'),
});

export type NewCheckout = z.infer<typeof NewCheckout>;
