import { z } from 'zod';

import { CheckoutPageConfig, Coupon } from '#domain/checkout-page-schema.ts';
import type { Coupon as CouponType } from '#domain/coupon.ts';
import { PAGE_FILE_FORMAT, PAGE_FILE_VERSION, type PageFile } from '#domain/page-file.ts';
import { PAUSE_CAUSES } from '#domain/page-moderation.ts';
import type { PageCounts, PageDraft, PageSummary, PageVersionRow, RpcContract } from '#domain/rpc-contract.ts';

import { CurrencyCode, DateTime, MinorUnits, exactSchema, objectSchema } from './base-schemas.ts';

export const ApiConfig = CheckoutPageConfig.meta({
  id: 'PageConfig',
  description: 'Everything that a page says and sells. An unfinished draft is valid, too.',
});

export const ApiPageState = z.enum(['draft', 'published', 'changed', 'unpublished']).meta({
  id: 'PageState',
  description: '`changed`: published, with a draft that buyers do not see yet.',
});

const PAGE_URL_FIELDS = {
  slug: z.string().nullable().describe('The last part of its address.'),
  url: z.string().nullable().describe('Where buyers see it.'),
  domainUrl: z.string().nullable().describe('The root of a domain of yours that it stands at.'),
};

export const ApiPageSuspension = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('suspended'), reason: z.string(), since: DateTime }),
    z.strictObject({ kind: z.literal('paused'), by: z.enum(PAUSE_CAUSES), until: DateTime }),
  ])
  .nullable()
  .describe(
    'What keeps it from taking money without your doing. `suspended`: taken down by the operator. `paused`: it takes no payments for some hours, by `refusals` of cards or by the `operator`, who runs the shop.',
  );

export const ApiPageSummary = objectSchema<PageSummary>()('PageSummary', 'A page as a list shows it.', {
  id: z.uuid(),
  name: z.string().describe('Your own name for it, else the product’s; may be empty.'),
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
    .describe('What a small picture of it can be drawn from.'),
  sales: z.strictObject({
    count: z.number().int(),
    takings: z.array(z.strictObject({ currency: CurrencyCode, amount: MinorUnits })),
  }),
});

export const ApiPage = objectSchema<PageDraft>()('Page', 'A page with its draft and what buyers see.', {
  pageId: z.uuid(),
  name: z.string().nullable().describe('Your own name for it; null: the product’s stands for it.'),
  config: ApiConfig,
  published: ApiConfig.nullable().describe('What buyers see; null before the first publication.'),
  revision: z.number().int().describe('Counts the saved drafts.'),
  version: z.number().int().describe('Counts the publications; 0: none.'),
  ...PAGE_URL_FIELDS,
  state: ApiPageState,
  hold: ApiPageSuspension,
});

export const ApiPageVersion = objectSchema<PageVersionRow>()('PageVersion', 'One publication of a page.', {
  number: z.number().int(),
  createdAt: DateTime,
  changes: z.array(z.string()).describe('Against the version before, in plain words.'),
});

export const ApiPageVersionConfig = exactSchema<RpcContract['get-version']['response']>()(
  z.strictObject({ number: z.number().int(), config: ApiConfig }),
);

export const ApiPublished = objectSchema<RpcContract['save-checkout-page']['response']>()(
  'PublishedPage',
  'A page that buyers see now.',
  {
    url: z.string(),
    slug: z.string(),
    pageId: z.uuid(),
    version: z.number().int(),
    revision: z.number().int(),
  },
);

export const ApiSavedDraft = exactSchema<RpcContract['save-draft']['response']>()(
  z.strictObject({ pageId: z.uuid(), revision: z.number().int() }),
);

export const ApiPageCounts = objectSchema<PageCounts>()('PageCounts', 'What is taken of what is limited.', {
  sold: z.number().int(),
  held: z.number().int().describe('Being paid for now.'),
  coupons: z.array(
    z.strictObject({
      code: z.string(),
      used: z.number().int(),
      held: z.number().int(),
      money: z
        .array(z.strictObject({ currency: CurrencyCode, discount: MinorUnits, net: MinorUnits }))
        .describe('Of paid orders: what was taken off, and what stayed.'),
    }),
  ),
});

export const ApiSlugCheck = exactSchema<RpcContract['check-slug']['response']>()(
  z.strictObject({
    slug: z.string(),
    url: z.string(),
    available: z.boolean(),
    problem: z.string().nullable().describe('Why it cannot be had, in words.'),
  }),
);

export const ApiPageFile = objectSchema<PageFile>()('PageFile', 'A page as one file, its images inside as data URLs.', {
  format: z.literal(PAGE_FILE_FORMAT),
  version: z.literal(PAGE_FILE_VERSION),
  schema: z.number().int().describe('The number of the config’s shape.'),
  name: z.string().nullable(),
  config: ApiConfig,
});

export const ApiCoupon = objectSchema<CouponType & { live: boolean }>()('Coupon', 'A coupon of a page.', {
  ...Coupon.shape,
  live: z.boolean().describe('Whether buyers can use it: it is in the published version.'),
});

export const ApiImage = objectSchema<RpcContract['upload-image']['response']>()('Image', 'An image that is kept.', {
  url: z.string().describe('For `logo` or `productImage` of a config.'),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int().describe('As it is kept.'),
});
