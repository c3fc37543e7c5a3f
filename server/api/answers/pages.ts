import { z } from 'zod';

import type { Calls, PageCounts, PageDraft, PageSummary, PageVersionRow } from '#domain/calls.ts';
import { CheckoutPageConfig, Coupon } from '#domain/checkout-page-schema.ts';
import type { Coupon as CouponType } from '#domain/coupon.ts';
import { PAUSE_CAUSES } from '#domain/page-guard.ts';
import { PAGE_FILE_FORMAT, PAGE_FILE_VERSION, type PageFile } from '#domain/page-file.ts';

import { CurrencyCode, MinorUnits, Moment, shapeOf } from './shape.ts';

export const ApiConfig = CheckoutPageConfig.meta({
  id: 'PageConfig',
  description: 'Everything that a page says and sells. An unfinished draft is valid, too.',
});

export const ApiPageState = z.enum(['draft', 'published', 'changed', 'unpublished']).meta({
  id: 'PageState',
  description: '`changed`: published, with a draft that buyers do not see yet.',
});

const PLACES = {
  slug: z.string().nullable().meta({ description: 'The last part of its address.' }),
  url: z.string().nullable().meta({ description: 'Where buyers see it.' }),
  domainUrl: z.string().nullable().meta({ description: 'The root of a domain of yours that it stands at.' }),
};

export const ApiHold = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('suspended'), reason: z.string(), since: Moment }),
    z.strictObject({ kind: z.literal('paused'), by: z.enum(PAUSE_CAUSES), until: Moment }),
  ])
  .nullable()
  .meta({
    description:
      'What keeps it from taking money without your doing. `suspended`: taken down by whoever runs the shop. `paused`: it takes no payments for some hours, by `refusals` of cards or by the `operator`, who runs the shop.',
  });

export const ApiPageSummary = shapeOf<PageSummary>()(
  z
    .strictObject({
      id: z.uuid(),
      name: z.string().meta({ description: 'Your own name for it, else the product’s; may be empty.' }),
      ...PLACES,
      state: ApiPageState,
      archived: z.boolean(),
      hold: ApiHold,
      updatedAt: Moment,
      priceText: z.string().meta({ examples: ['$29.00'] }),
      thumbnail: z
        .strictObject({
          layout: z.enum(['classic', 'modern', 'minimal']),
          accentColor: z.string(),
          productImage: z.string().nullable(),
        })
        .meta({ description: 'What a small picture of it can be drawn from.' }),
      sales: z.strictObject({
        count: z.number().int(),
        takings: z.array(z.strictObject({ currency: CurrencyCode, amount: MinorUnits })),
      }),
    })
    .meta({ id: 'PageSummary', description: 'A page as a list shows it.' }),
);

export const ApiPage = shapeOf<PageDraft>()(
  z
    .strictObject({
      pageId: z.uuid(),
      name: z
        .string()
        .nullable()
        .meta({ description: 'Your own name for it; null: the product’s stands for it.' }),
      config: ApiConfig,
      published: ApiConfig.nullable().meta({
        description: 'What buyers see; null before the first publication.',
      }),
      revision: z.number().int().meta({ description: 'Counts the saved drafts.' }),
      version: z.number().int().meta({ description: 'Counts the publications; 0: none.' }),
      ...PLACES,
      state: ApiPageState,
      hold: ApiHold,
    })
    .meta({ id: 'Page', description: 'A page with its draft and what buyers see.' }),
);

export const ApiPageVersion = shapeOf<PageVersionRow>()(
  z
    .strictObject({
      number: z.number().int(),
      createdAt: Moment,
      changes: z.array(z.string()).meta({ description: 'Against the version before, in plain words.' }),
    })
    .meta({ id: 'PageVersion', description: 'One publication of a page.' }),
);

export const ApiPageVersionConfig = shapeOf<Calls['get-version']['answer']>()(
  z.strictObject({ number: z.number().int(), config: ApiConfig }),
);

export const ApiPublished = shapeOf<Calls['save-checkout-page']['answer']>()(
  z
    .strictObject({
      url: z.string(),
      slug: z.string(),
      pageId: z.uuid(),
      version: z.number().int(),
      revision: z.number().int(),
    })
    .meta({ id: 'PublishedPage', description: 'A page that buyers see now.' }),
);

export const ApiSavedDraft = shapeOf<Calls['save-draft']['answer']>()(
  z.strictObject({ pageId: z.uuid(), revision: z.number().int() }),
);

export const ApiPageCounts = shapeOf<PageCounts>()(
  z
    .strictObject({
      sold: z.number().int(),
      held: z.number().int().meta({ description: 'Being paid for now.' }),
      coupons: z.array(
        z.strictObject({
          code: z.string(),
          used: z.number().int(),
          held: z.number().int(),
          money: z
            .array(z.strictObject({ currency: CurrencyCode, discount: MinorUnits, net: MinorUnits }))
            .meta({ description: 'Of paid orders: what was taken off, and what stayed.' }),
        }),
      ),
    })
    .meta({ id: 'PageCounts', description: 'What is taken of what is limited.' }),
);

export const ApiSlugCheck = shapeOf<Calls['check-slug']['answer']>()(
  z.strictObject({
    slug: z.string(),
    url: z.string(),
    available: z.boolean(),
    problem: z.string().nullable().meta({ description: 'Why it cannot be had, in words.' }),
  }),
);

export const ApiPageFile = shapeOf<PageFile>()(
  z
    .strictObject({
      format: z.literal(PAGE_FILE_FORMAT),
      version: z.literal(PAGE_FILE_VERSION),
      schema: z.number().int().meta({ description: 'The number of the config’s shape.' }),
      name: z.string().nullable(),
      config: ApiConfig,
    })
    .meta({ id: 'PageFile', description: 'A page as one file, its images inside as data URLs.' }),
);

export const ApiCoupon = shapeOf<CouponType & { live: boolean }>()(
  z
    .strictObject({
      ...Coupon.shape,
      live: z.boolean().meta({ description: 'Whether buyers can use it: it is in the published version.' }),
    })
    .meta({ id: 'Coupon', description: 'A coupon of a page.' }),
);

export const ApiImage = shapeOf<Calls['upload-image']['answer']>()(
  z
    .strictObject({
      url: z.string().meta({ description: 'For `logo` or `productImage` of a config.' }),
      width: z.number().int(),
      height: z.number().int(),
      bytes: z.number().int().meta({ description: 'As it is kept.' }),
    })
    .meta({ id: 'Image', description: 'An image that is kept.' }),
);
