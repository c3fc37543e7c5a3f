import type { PageSummary, Takings } from '#domain/calls.ts';

/** Total revenue of several pages per currency, in order of first appearance. */
export function takingsOf(pages: readonly PageSummary[]): Takings[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of pages.flatMap((page) => page.sales.takings))
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

export const salesOf = (pages: readonly PageSummary[]): number =>
  pages.reduce((sum, page) => sum + page.sales.count, 0);
