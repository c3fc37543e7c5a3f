import { useLayoutEffect, useRef } from 'react';

import { formatMoney } from '#domain/money.ts';
import type { PageSummary, Revenue } from '#domain/rpc-contract.ts';

import type { PageRowActions } from './page-menu.tsx';
import { PageRow } from './page-row.tsx';

/** Total revenue of several pages per currency, in order of first appearance. */
export function sumRevenue(pages: readonly PageSummary[]): Revenue[] {
  const sumByCurrency = new Map<string, number>();
  for (const { currency, amount } of pages.flatMap((page) => page.sales.takings))
    sumByCurrency.set(currency, (sumByCurrency.get(currency) ?? 0) + amount);
  return [...sumByCurrency].map(([currency, amount]) => ({ currency, amount }));
}

export const countSales = (pages: readonly PageSummary[]): number =>
  pages.reduce((sum, page) => sum + page.sales.count, 0);

/** Moves focus to the row in the same position when the focused row leaves the list. */
function useFocusRestoration(pages: readonly PageSummary[]) {
  const listRef = useRef<HTMLUListElement>(null);
  const focusedIndex = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (focusedIndex.current === null || document.activeElement !== document.body) return;
    const rows = listRef.current?.querySelectorAll<HTMLElement>('h2 a') ?? [];
    const nextLink = rows[Math.min(focusedIndex.current, rows.length - 1)];
    (nextLink ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }, [pages]);
  const onFocus = (event: React.FocusEvent<HTMLUListElement>) => {
    const rows = Array.from(event.currentTarget.children);
    focusedIndex.current = rows.findIndex((row) => row.contains(event.target));
  };
  return { ref: listRef, onFocus };
}

function PageListFooter({ pages }: { pages: readonly PageSummary[] }) {
  const revenues = sumRevenue(pages);
  const saleCount = countSales(pages);
  return (
    <div className="page-sums small">
      <span className="muted num">
        {pages.length} {pages.length === 1 ? 'page' : 'pages'}, {saleCount} {saleCount === 1 ? 'sale' : 'sales'}
      </span>
      {revenues.length > 0 && (
        <span className="muted page-total">
          Revenue
          {revenues.map(({ currency, amount }) => (
            <b key={currency} className="num">
              {formatMoney(amount, currency)}
            </b>
          ))}
        </span>
      )}
    </div>
  );
}

type Props = {
  pages: readonly PageSummary[];
  busyPageId: string | null;
  highlightedId: string | null;
} & PageRowActions;

/** List of pages; on phones each row has two lines. */
export function PageList({ pages, busyPageId, highlightedId, onAction, onOpenDialog }: Props) {
  const focusProps = useFocusRestoration(pages);
  return (
    <>
      <div className="page-row page-columns" aria-hidden="true">
        <span />
        <span>Name and address</span>
        <span>State</span>
        <span className="page-price">Price</span>
        <span className="page-count">Sales</span>
        <span className="page-taken">Revenue</span>
        <span className="page-changed">Last change</span>
        <span />
      </div>
      <ul aria-label="Pages" {...focusProps}>
        {pages.map((page) => (
          <PageRow
            key={page.id}
            page={page}
            isBusy={busyPageId === page.id}
            isHighlighted={highlightedId === page.id}
            onAction={onAction}
            onOpenDialog={onOpenDialog}
          />
        ))}
      </ul>
      <PageListFooter pages={pages} />
    </>
  );
}
