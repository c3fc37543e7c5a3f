import type { PageSummary } from '#domain/calls.ts';
import { hasAccess } from '#domain/subscription.ts';

import type { Context } from '#server/context.ts';
import { listHostsOfPages } from '#server/db/domains.ts';
import { countPaidOrders } from '#server/db/orders.ts';
import type { PageWithDraft } from '#server/db/pages.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { sumTakings } from '#server/db/sales.ts';
import { domainUrlOf, salesOf, summaryOf } from './page-answers.ts';

/** Summaries of a seller's pages as lists show them. `access` says whether the plan keeps published pages on sale. */
export async function pageSummaries(
  context: Context,
  sellerId: string,
  rows: readonly PageWithDraft[],
): Promise<{ pages: PageSummary[]; access: boolean }> {
  const { db, mode } = context;
  const sold = await countPaidOrders(db, sellerId, mode);
  const takings = await sumTakings(db, sellerId, mode);
  const plan = await findPlanRow(db, sellerId, mode);
  const hosts = await listHostsOfPages(db, sellerId);
  return {
    pages: rows.map((row) => {
      const host = hosts.get(row.id);
      const domainUrl = host && plan ? domainUrlOf(context, { ...plan, host }) : null;
      return summaryOf(context, row, { domainUrl, sales: salesOf(row.id, sold, takings) });
    }),
    access: hasAccess(plan, context.now()),
  };
}
