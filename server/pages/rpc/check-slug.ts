import { z } from 'zod';

import { pageErrorMessages } from '#content/messages/page-errors.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { AppError } from '#domain/errors.ts';
import { normalizeSlug, deriveSlug, validateSlug } from '#domain/slug.ts';
import type { Context } from '#server/core/context.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { findPageWithDraft, type PageWithDraft } from '#server/pages/queries/pages.ts';
import { isSlugFree } from '#server/pages/queries/slugs.ts';

/** Checks whether publishing would give a page this slug. The check reserves nothing. */
export const checkSlug = defineRpcFunction({
  name: 'check-slug',
  access: 'reads',
  body: z.strictObject({ slug: z.string().max(500), pageId: z.uuid().optional() }),
  limits: [{ name: 'slug', limit: 30, windowMs: 60_000 }],
  run: async (context, { caller: { sellerId } }, { slug: input, pageId }) => {
    const page = pageId ? await findPageWithDraft(context.db, sellerId, pageId) : null;
    if (pageId && !page) throw new AppError('not_found');
    const query = { sellerId, pageId: pageId ?? null, now: context.now() };
    const slug = normalizeSlug(input);
    const problem = slug ? await findSlugProblem(context, { ...query, slug }) : null;
    const resolvedSlug = slug || (page ? await suggestSlug(context, page, query) : '');
    return {
      slug: resolvedSlug,
      url: `${context.config.appUrl}/c/${resolvedSlug}`,
      available: problem === null,
      problem,
    };
  },
});

type SlugQuery = Parameters<typeof isSlugFree>[1];

const findSlugProblem = async (context: Context, query: SlugQuery): Promise<string | null> =>
  validateSlug(query.slug) ?? ((await isSlugFree(context.db, query)) ? null : pageErrorMessages.slugTaken);

/** Suggests a slug for an empty field: the current one, else one from the draft's name, else none (a random one later). */
async function suggestSlug(context: Context, page: PageWithDraft, query: Omit<SlugQuery, 'slug'>): Promise<string> {
  if (page.slug) return page.slug;
  const slug = deriveSlug(parseStoredConfig(page.schema, page.config).productName);
  return slug && (await findSlugProblem(context, { ...query, slug })) === null ? slug : '';
}
