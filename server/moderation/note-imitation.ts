import { findImpersonatedBrandInName } from '#domain/look-alike.ts';

import type { Context } from '#server/context.ts';
import { hasReport } from '#server/db/page-reports.ts';
import { findCurrentAccount } from '#server/db/provider-accounts.ts';
import { reportPage } from './report-page.ts';

type PublishedPage = { pageId: string; sellerId: string; slug: string; name: string };

/**
 * Reports a page to the operator when the name of its product or seller imitates a trusted brand. The page stays on sale,
 * because a name alone proves nothing. Reports each name once, whatever the outcome.
 */
export async function reportImitation(
  context: Context,
  { pageId, sellerId, slug, name }: PublishedPage,
): Promise<void> {
  const { db, mode } = context;
  const account = await findCurrentAccount(db, sellerId, mode);
  const imitations = [name, account?.businessName ?? ''].flatMap((text) => findImpersonatedBrandInName(text) ?? []);
  const [brand] = imitations;
  if (!brand) return;
  const message = `The shop itself: this page reads as if ${brand} stood behind it.`;
  if (await hasReport(db, pageId, message)) return;
  await reportPage(context, { slug, reason: 'imitation', words: message, email: null }, null);
}
