import { useLayoutEffect, useRef } from 'react';

import type { PageSummary } from '#domain/calls.ts';
import { moneyText } from '#domain/money.ts';

import type { RowActs } from './page-menu.tsx';
import { PageRow } from './page-row.tsx';
import { salesOf, takingsOf } from './takings.ts';

/** Moves focus to the row in the same position when the focused row leaves the list. */
function useKeptFocus(pages: readonly PageSummary[]) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return;
    const rows = list.current?.querySelectorAll<HTMLElement>('h2 a') ?? [];
    const next = rows[Math.min(place.current, rows.length - 1)];
    (next ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }, [pages]);
  const onFocus = (event: React.FocusEvent<HTMLUListElement>) => {
    const rows = Array.from(event.currentTarget.children);
    place.current = rows.findIndex((row) => row.contains(event.target));
  };
  return { ref: list, onFocus };
}

function Footer({ pages }: { pages: readonly PageSummary[] }) {
  const takings = takingsOf(pages);
  const sales = salesOf(pages);
  return (
    <div className="page-sums small">
      <span className="muted num">
        {pages.length} {pages.length === 1 ? 'page' : 'pages'}, {sales} {sales === 1 ? 'sale' : 'sales'}
      </span>
      {takings.length > 0 && (
        <span className="muted page-total">
          Revenue
          {takings.map(({ currency, amount }) => (
            <b key={currency} className="num">
              {moneyText(amount, currency)}
            </b>
          ))}
        </span>
      )}
    </div>
  );
}

type Props = { pages: readonly PageSummary[]; busy: string | null; fresh: string | null } & RowActs;

/** List of pages; on phones each row has two lines. */
export function PageList({ pages, busy, fresh, onAct, onAsk }: Props) {
  const kept = useKeptFocus(pages);
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
      <ul aria-label="Pages" {...kept}>
        {pages.map((page) => (
          <PageRow
            key={page.id}
            page={page}
            busy={busy === page.id}
            fresh={fresh === page.id}
            onAct={onAct}
            onAsk={onAsk}
          />
        ))}
      </ul>
      <Footer pages={pages} />
    </>
  );
}
