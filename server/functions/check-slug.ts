import { z } from 'zod';

import { configFromStored } from '#domain/checkout-page-schema.ts';
import { ShopError } from '#domain/errors.ts';
import { slugProblem } from '#domain/page-problems.ts';
import { slugForSaving, slugFromName } from '#domain/slug.ts';

import type { Context } from '#server/context.ts';
import { findPageWithDraft, type PageWithDraft } from '#server/db/pages.ts';
import { isSlugFree } from '#server/db/slugs.ts';
import { backendFunction } from './backend-function.ts';

export const SLUG_TAKEN = 'This address is already taken';

/** Checks whether publishing would give a page this slug. The check reserves nothing. */
export const checkSlug = backendFunction({
  name: 'check-slug',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({ slug: z.string().max(500), pageId: z.uuid().optional() }),
  limits: ({ caller }) => [{ key: `slug:${caller.sellerId}`, limit: 30, windowMs: 60_000 }],
  run: async (context, { caller: { sellerId } }, { slug: typed, pageId }) => {
    const page = pageId ? await findPageWithDraft(context.db, sellerId, pageId) : null;
    if (pageId && !page) throw new ShopError('not_found');
    const asked = { sellerId, pageId: pageId ?? null, now: context.now() };
    const slug = slugForSaving(typed);
    const problem = slug ? await problemOf(context, { ...asked, slug }) : null;
    const final = slug || (page ? await slugWithoutTyping(context, page, asked) : '');
    return { slug: final, url: `${context.config.appUrl}/c/${final}`, available: problem === null, problem };
  },
});

type Asked = Parameters<typeof isSlugFree>[1];

const problemOf = async (context: Context, asked: Asked): Promise<string | null> =>
  slugProblem(asked.slug) ?? ((await isSlugFree(context.db, asked)) ? null : SLUG_TAKEN);

/** Suggests a slug for an empty field: the current one, else one from the draft's name, else none (a random one later). */
async function slugWithoutTyping(
  context: Context,
  page: PageWithDraft,
  asked: Omit<Asked, 'slug'>,
): Promise<string> {
  if (page.slug) return page.slug;
  const slug = slugFromName(configFromStored(page.schema, page.config).productName);
  return slug && (await problemOf(context, { ...asked, slug })) === null ? slug : '';
}
