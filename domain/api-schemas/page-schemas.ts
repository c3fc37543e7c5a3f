import { z } from 'zod';

import { CheckoutPageConfig, Coupon } from '../checkout-page-schema.ts';
import { PAGE_FILE_FORMAT, PAGE_FILE_VERSION } from '../page-file.ts';
import { PAUSE_CAUSES } from '../page-moderation.ts';
import { CurrencyCode, DateTime, MinorUnits, objectSchema } from './base-schemas.ts';

export const ApiConfig = CheckoutPageConfig.meta({
  id: 'PageConfig',
  description: 'Content and settings of a page. Incomplete drafts are valid.',
});

export const ApiPageState = z.enum(['draft', 'published', 'changed', 'unpublished']).meta({
  id: 'PageState',
  description: '`changed`: published, with unpublished changes in the draft.',
});

const PAGE_URL_FIELDS = {
  slug: z.string().nullable().describe('Last part of the page’s URL.'),
  url: z.string().nullable().describe('Public URL of the page.'),
  domainUrl: z.string().nullable().describe('URL of the custom domain that shows the page.'),
};

export const ApiPageSuspension = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('suspended'), reason: z.string(), since: DateTime }),
    z.strictObject({ kind: z.literal('paused'), by: z.enum(PAUSE_CAUSES), until: DateTime }),
  ])
  .nullable()
  .describe(
    'Why the page can’t take payments. `suspended`: taken down by the operator of the site. `paused`: payments are paused until `until`, because of declined cards (`refusals`) or by the `operator`.',
  );

export const ApiPageSummary = objectSchema('PageSummary', 'Page in a list.', {
  id: z.uuid(),
  name: z.string().describe('Your internal name for the page, or else the product name. Can be empty.'),
  ...PAGE_URL_FIELDS,
  state: ApiPageState,
  archived: z.boolean(),
  hold: ApiPageSuspension,
  updatedAt: DateTime,
  priceText: z.string().meta({ examples: ['$29.00'] }),
  thumbnail: z
    .strictObject({
      layout: z.enum(['classic', 'modern', 'minimal']),
      accentColor: z.string(),
      productImage: z.string().nullable(),
    })
    .describe('Data for a thumbnail.'),
  sales: z.strictObject({
    count: z.number().int(),
    takings: z.array(z.strictObject({ currency: CurrencyCode, amount: MinorUnits })),
  }),
});

export const ApiPage = objectSchema('Page', 'Page with its draft and published version.', {
  pageId: z.uuid(),
  name: z.string().nullable().describe('Your internal name for the page; null if it uses the product name.'),
  config: ApiConfig,
  published: ApiConfig.nullable().describe('Published config; null if never published.'),
  revision: z.number().int().describe('Number of the draft revision, which increases with each save.'),
  version: z.number().int().describe('Number of the published version; 0 if never published.'),
  ...PAGE_URL_FIELDS,
  state: ApiPageState,
  hold: ApiPageSuspension,
});

export const ApiPageVersion = objectSchema('PageVersion', 'Published version of a page.', {
  number: z.number().int(),
  createdAt: DateTime,
  changes: z.array(z.string()).describe('Changes since the previous version.'),
});

export const ApiPageVersionConfig = z.strictObject({ number: z.number().int(), config: ApiConfig });

export const ApiPublished = objectSchema('PublishedPage', 'Published page.', {
  url: z.string(),
  slug: z.string(),
  pageId: z.uuid(),
  version: z.number().int(),
  revision: z.number().int(),
});

export const ApiSavedDraft = z.strictObject({ pageId: z.uuid(), revision: z.number().int() });

export const ApiPageCounts = objectSchema('PageCounts', 'Usage of limited stock and coupons.', {
  sold: z.number().int(),
  reserved: z.number().int().describe('Reserved by checkouts in progress.'),
  coupons: z.array(
    z.strictObject({
      code: z.string(),
      used: z.number().int(),
      reserved: z.number().int(),
      money: z
        .array(z.strictObject({ currency: CurrencyCode, discount: MinorUnits, net: MinorUnits }))
        .describe('Total discount and net revenue of paid orders, by currency.'),
    }),
  ),
});

export const ApiSlugCheck = z.strictObject({
  slug: z.string(),
  url: z.string(),
  available: z.boolean(),
  problem: z.string().nullable().describe('Why the slug isn’t available.'),
});

export const ApiPageFile = objectSchema('PageFile', 'Page file, with images as data URLs.', {
  format: z.literal(PAGE_FILE_FORMAT),
  version: z.literal(PAGE_FILE_VERSION),
  schema: z.number().int().describe('Schema version of the config.'),
  name: z.string().nullable(),
  config: ApiConfig,
});

export const ApiCoupon = objectSchema('Coupon', 'Coupon of a page.', {
  ...Coupon.shape,
  live: z.boolean().describe('Whether buyers can use the coupon, because it’s in the published version.'),
});

export const ApiImage = objectSchema('Image', 'Uploaded image.', {
  url: z.string().describe('Value for `logo` or `productImage` of a config.'),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int().describe('File size after compression.'),
});
