import type { PageSummary, Revenue } from '#domain/calls.ts';

/** Total revenue of several pages per currency, in order of first appearance. */
export function sumRevenue(pages: readonly PageSummary[]): Revenue[] {
  const sumByCurrency = new Map<string, number>();
  for (const { currency, amount } of pages.flatMap((page) => page.sales.takings))
    sumByCurrency.set(currency, (sumByCurrency.get(currency) ?? 0) + amount);
  return [...sumByCurrency].map(([currency, amount]) => ({ currency, amount }));
}

export const countSales = (pages: readonly PageSummary[]): number =>
  pages.reduce((sum, page) => sum + page.sales.count, 0);
