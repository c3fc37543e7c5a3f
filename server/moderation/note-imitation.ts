import { imitatedByName } from '#domain/look-alike.ts';

import type { Context } from '#server/context.ts';
import { hasReport } from '#server/db/page-reports.ts';
import { findCurrentAccount } from '#server/db/provider-accounts.ts';
import { reportPage } from './report-page.ts';

type Published = { pageId: string; sellerId: string; slug: string; name: string };

/**
 * Reports a page to the operator when the name of its product or seller imitates a trusted brand. The page stays on sale,
 * because a name alone proves nothing. Reports each name once, whatever the outcome.
 */
export async function noteImitation(
  context: Context,
  { pageId, sellerId, slug, name }: Published,
): Promise<void> {
  const { db, mode } = context;
  const account = await findCurrentAccount(db, sellerId, mode);
  const told = [name, account?.businessName ?? ''].flatMap((text) => imitatedByName(text) ?? []);
  const [imitated] = told;
  if (!imitated) return;
  const words = `The shop itself: this page reads as if ${imitated} stood behind it.`;
  if (await hasReport(db, pageId, words)) return;
  await reportPage(context, { slug, reason: 'imitation', words, email: null }, null);
}
