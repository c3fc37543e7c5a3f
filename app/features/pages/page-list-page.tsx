import { Globe, Plus } from 'lucide-react';
import { useCallback, useState, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { formatMoney } from '#app/lib/format-money.ts';
import { PagesTabs } from '#app/lib/pages-tabs.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcCache, useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { useSearchText, useUrlState, type ChangeUrlState } from '#app/lib/url-state.ts';
import { pageMessages } from '#content/messages/pages.ts';
import type { PageSummary, Revenue } from '#domain/rpc-contract.ts';

import { ImportFileButton } from './import-file-button.tsx';
import { RESUME, usePageActions, type PageActions } from './page-actions.ts';
import { OffSaleBanner, PausedPageBanners, SuspendedPagesBanner } from './page-banners.tsx';
import { isOnSale } from './page-display.ts';
import { NoMatchingPages, NoPagesYet, PagesSkeleton, PageFilters } from './page-empty-states.tsx';
import { countByFilter, filterPages, PAGE_LIST_CODEC, type PageFilter, type PageListParams } from './page-filter.ts';
import { type PageDialogName, type PageRowActions, PageRow } from './page-row.tsx';

const messages = pageMessages.list;

const NewPageDialog = loadOnDemand(async () => (await import('./starting-point-gallery.tsx')).NewPageDialog);
const PageDialogs = loadOnDemand(async () => (await import('./page-dialogs.tsx')).PageDialogs);

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
  const listRef = useRef<HTMLDivElement>(null);
  const focusedIndex = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (focusedIndex.current === null || document.activeElement !== document.body) return;
    const rows = listRef.current?.querySelectorAll<HTMLElement>('h2 a') ?? [];
    const nextLink = rows[Math.min(focusedIndex.current, rows.length - 1)];
    (nextLink ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }, [pages]);
  const onFocus = (event: React.FocusEvent<HTMLDivElement>) => {
    const rows = Array.from(event.currentTarget.children);
    focusedIndex.current = rows.findIndex((row) => row.contains(event.target));
  };
  return { ref: listRef, onFocus };
}

function PageListFooter({ pages }: { pages: readonly PageSummary[] }) {
  const revenues = sumRevenue(pages);
  const saleCount = countSales(pages);
  return (
    <div className="page-list__footer small">
      <span className="muted num">
        {messages.pageCount({ count: pages.length })} · {messages.saleCount({ count: saleCount })}
      </span>
      {revenues.length > 0 && (
        <span className="muted page-list__revenue">
          {messages.columns.revenue}
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

function ColumnHeaders() {
  const { columns } = messages;
  return (
    <div role="row" className="page-row page-list__column-headers">
      <span role="columnheader">
        <span className="vh">{columns.thumbnail}</span>
      </span>
      <span role="columnheader">{columns.name}</span>
      <span role="columnheader">{columns.state}</span>
      <span role="columnheader" className="page-row__price">
        {columns.price}
      </span>
      <span role="columnheader" className="page-row__sales">
        {columns.sales}
      </span>
      <span role="columnheader" className="page-row__revenue">
        {columns.revenue}
      </span>
      <span role="columnheader" className="page-row__updated">
        {columns.updated}
      </span>
      <span role="columnheader">
        <span className="vh">{columns.actions}</span>
      </span>
    </div>
  );
}

/** Table of pages, with roles: on phones each row has two lines, in boxes that a table element can’t have. */
function PageList({ pages, busyPageId, highlightedId, onAction, onOpenDialog }: Props) {
  const focusProps = useFocusRestoration(pages);
  return (
    <>
      <div role="table" aria-label={messages.label}>
        <div role="rowgroup">
          <ColumnHeaders />
        </div>
        <div role="rowgroup" className="page-list__rows" {...focusProps}>
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
        </div>
      </div>
      <PageListFooter pages={pages} />
    </>
  );
}

type PagesSectionProps = {
  pages: readonly PageSummary[];
  /** The seller's plan keeps published pages on sale. */
  access: boolean;
  actions: PageActions;
  params: PageListParams;
  change: ChangeUrlState<PageListParams>;
};

function PagesSection({ pages, access, actions, params, change }: PagesSectionProps) {
  const { search, filter } = params;
  const replace = useCallback<typeof change>((changes) => change(changes, { replace: true }), [change]);
  const [searchText, onSearch] = useSearchText(search, replace);
  const query = searchText.trim();
  const [openDialog, setOpenDialog] = useState<{ pageId: string; dialog: PageDialogName } | null>(null);
  const filteredPages = filterPages(pages, query, filter);
  const counts = countByFilter(pages, query);
  const filterProps = {
    searchText,
    filter,
    onSearch,
    onFilter: (newFilter: PageFilter) => replace({ filter: newFilter }),
    counts,
  };
  const page = pages.find(({ id }) => id === openDialog?.pageId);
  const publishedCount = pages.filter(isOnSale).length;
  return (
    <>
      <SuspendedPagesBanner pages={pages} />
      <PausedPageBanners
        pages={pages}
        busyPageId={actions.busyPageId}
        onResume={(pausedPage) => void actions.run(pausedPage, RESUME)}
      />
      {!access && publishedCount > 0 && <OffSaleBanner count={publishedCount} />}
      <div className="sheet">
        <PageFilters {...filterProps} />
        <p className="vh" role="status">
          {query && messages.found({ count: filteredPages.length })}
        </p>
        {filteredPages.length > 0 ? (
          <PageList
            pages={filteredPages}
            busyPageId={actions.busyPageId}
            highlightedId={actions.highlightedId}
            onAction={(selectedPage, action) => void actions.run(selectedPage, action)}
            onOpenDialog={(selectedPage, dialog) => setOpenDialog({ pageId: selectedPage.id, dialog })}
          />
        ) : (
          <NoMatchingPages {...filterProps} />
        )}
      </div>
      {page && openDialog && (
        <PageDialogs
          page={page}
          dialog={openDialog.dialog}
          isBusy={actions.busyPageId === page.id}
          onClose={() => setOpenDialog(null)}
          onAction={(action) => void actions.run(page, action).then((succeeded) => succeeded && setOpenDialog(null))}
        />
      )}
    </>
  );
}

/** The seller's pages, latest change first. */
export function PageListPage() {
  const pagesQuery = useRpcQuery('list-pages', {});
  const cache = useRpcCache();
  const actions = usePageActions();
  const [params, change] = useUrlState(PAGE_LIST_CODEC);
  const { data } = pagesQuery;
  const hasPages = data !== undefined && data.pages.length > 0;
  const showImported = (pageId: string) => void cache.invalidate('list-pages').then(() => actions.highlight(pageId));
  return (
    <>
      <PageHeader title={messages.title}>
        {data && (
          <div className="page-list-header__actions">
            <Link className={buttonVariants()} to="/domains">
              <Globe className="i" aria-hidden="true" />
              {messages.domains}
            </Link>
            <ImportFileButton onImported={showImported} />
            {hasPages && (
              <Button Icon={Plus} variant="primary" onClick={() => change({ isGalleryOpen: true })}>
                {messages.newPage}
              </Button>
            )}
          </div>
        )}
      </PageHeader>
      <PagesTabs />
      <QueryBoundary query={pagesQuery} errorTitle={messages.loadError} skeleton={<PagesSkeleton />}>
        {({ pages, access }) =>
          hasPages ? <PagesSection {...{ pages, access, actions, params, change }} /> : <NoPagesYet />
        }
      </QueryBoundary>
      {params.isGalleryOpen && hasPages && (
        <NewPageDialog onClose={() => change({ isGalleryOpen: false }, { replace: true })} />
      )}
    </>
  );
}
