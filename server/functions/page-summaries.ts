import type { PageSummary } from '#domain/calls.ts';
import { hasAccess } from '#domain/subscription.ts';

import type { Context } from '#server/context.ts';
import { listHostsOfPages } from '#server/db/domains.ts';
import { countPaidOrders } from '#server/db/orders.ts';
import type { PageWithDraft } from '#server/db/pages.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { sumNetRevenue } from '#server/db/sales.ts';
import { getDomainUrl, getPageSales, toPageSummary } from './page-answers.ts';

/** Summaries of a seller's pages as lists show them. `access` says whether the plan keeps published pages on sale. */
export async function loadPageSummaries(
  context: Context,
  sellerId: string,
  rows: readonly PageWithDraft[],
): Promise<{ pages: PageSummary[]; access: boolean }> {
  const { db, mode } = context;
  const orderCounts = await countPaidOrders(db, sellerId, mode);
  const revenueRows = await sumNetRevenue(db, sellerId, mode);
  const plan = await findPlanRow(db, sellerId, mode);
  const hosts = await listHostsOfPages(db, sellerId);
  return {
    pages: rows.map((row) => {
      const host = hosts.get(row.id);
      const domainUrl = host && plan ? getDomainUrl(context, { ...plan, host }) : null;
      return toPageSummary(context, row, {
        domainUrl,
        sales: getPageSales(row.id, orderCounts, revenueRows),
      });
    }),
    access: hasAccess(plan, context.now()),
  };
}
