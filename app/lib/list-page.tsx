import { SearchX } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import { Link } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { Pagination } from '#app/components/pagination.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { QueryBoundary, type QueryResult } from '#app/lib/rpc/query-boundary.tsx';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

/** How often the lists are loaded again. */
export const LIST_POLL_INTERVAL_MS = 30_000;

/** A number and its formatted text. */
type Count = { count: number; text: string };

/** Texts of a list. */
export type ListMessages = {
  caption: string;
  loadError: string;
  found: (count: Count) => string;
  empty: { title: string; text: string; link: string };
  /** `searchTitle` has the tag `search`. */
  noMatches: { title: string; searchTitle: string; clear: string };
  beyondEnd: { title: string; text: string; link: string };
  pagination: {
    label: string;
    previous: string;
    next: string;
    count: (count: Count) => string;
    range: (range: { first: string; last: string; total: string }) => string;
  };
};

/** `hasMore`: there are more entries than `count`, which are not listed. */
type LoadedList = { page: number; pages: number; count: number; hasMore?: boolean };

const formatTotal = ({ count, hasMore }: LoadedList): string => `${formatCount(count)}${hasMore ? '+' : ''}`;

type ListPageProps<List extends LoadedList, Row> = {
  messages: ListMessages;
  query: QueryResult<List> & { isPlaceholderData: boolean };
  skeletonRows: number;
  /** Whether there are entries without any filter. */
  hasEntries: (list: List) => boolean;
  /** Illustrates a list that never had entries. */
  illustration: ReactNode;
  filters: (list: List) => ReactNode;
  hasFilters: boolean;
  /** Text of the search; empty for none. */
  search: string;
  onClearFilters: () => void;
  /** Advice below "No … match these filters". */
  hint?: ReactNode;
  table: {
    className: string;
    columns: TableColumn<Row>[];
    getRows: (list: List) => readonly Row[];
    getKey: (row: Row) => string;
  };
  /** Search params of another page of this list. */
  getPageParams: (page: number, list: List) => URLSearchParams;
  /** Shown before the pagination. */
  totals?: (list: List) => ReactNode;
  isPaginated?: (list: List) => boolean;
  /** Shown after the count of the pagination. */
  note?: (list: List) => ReactNode;
  ref?: Ref<HTMLDivElement>;
  /** Shown below the list. */
  children?: ReactNode;
};

/** A list with filters, pagination, and its states: loading, failed, never had entries, no matches, page out of range. */
export function ListPage<List extends LoadedList, Row>(props: ListPageProps<List, Row>) {
  const { messages, query, ref } = props;
  const { data, isPlaceholderData } = query;
  // Stays while another list loads or fails to load, so that the filters stay on the screen.
  const [lastList, setLastList] = useState<List | null>(null);
  if (data && data !== lastList) setLastList(data);
  const list = (
    <QueryBoundary query={query} errorTitle={messages.loadError} rows={props.skeletonRows}>
      {(loadedList) => <ListBody {...props} list={loadedList} />}
    </QueryBoundary>
  );
  if (lastList === null) return list;
  if (!props.hasEntries(lastList))
    return (
      <EmptyState illustration={props.illustration} title={messages.empty.title}>
        <p className="muted">{messages.empty.text}</p>
        <Link className={buttonVariants('primary')} to="/pages">
          {messages.empty.link}
        </Link>
      </EmptyState>
    );
  return (
    <div className="sheet" ref={ref}>
      {props.filters(lastList)}
      <p className="vh" role="status">
        {props.hasFilters &&
          data &&
          !isPlaceholderData &&
          messages.found({ count: data.count, text: formatTotal(data) })}
      </p>
      {list}
      {props.children}
    </div>
  );
}

function ListBody<List extends LoadedList, Row>(props: ListPageProps<List, Row> & { list: List }) {
  const { messages, list, search, table, getPageParams } = props;
  if (list.count === 0)
    return (
      <EmptyState
        variant="inline"
        Icon={SearchX}
        title={
          search ? (
            <RichText text={messages.noMatches.searchTitle} tags={{ search: () => <bdi>{search}</bdi> }} />
          ) : (
            messages.noMatches.title
          )
        }
      >
        {props.hint}
        <Button size="sm" onClick={props.onClearFilters}>
          {messages.noMatches.clear}
        </Button>
      </EmptyState>
    );
  const rows = table.getRows(list);
  if (rows.length === 0)
    return (
      <EmptyState variant="inline" title={messages.beyondEnd.title}>
        <p className="muted small">{messages.beyondEnd.text}</p>
        <Link className={buttonVariants('plain', 'sm')} to={`?${getPageParams(1, list).toString()}`}>
          {messages.beyondEnd.link}
        </Link>
      </EmptyState>
    );
  return (
    <>
      <Table
        caption={messages.caption}
        className={table.className}
        columns={table.columns}
        rows={rows}
        getKey={table.getKey}
        isStale={props.query.isPlaceholderData}
      />
      <div className="list-page__footer">
        {props.totals?.(list)}
        {(props.isPaginated?.(list) ?? true) && (
          <ListPagination
            messages={messages.pagination}
            list={list}
            shownCount={rows.length}
            getPageParams={(page) => getPageParams(page, list)}
          >
            {props.note?.(list)}
          </ListPagination>
        )}
      </div>
    </>
  );
}

type PaginationProps = {
  messages: ListMessages['pagination'];
  list: LoadedList;
  shownCount: number;
  getPageParams: (page: number) => URLSearchParams;
  children: ReactNode;
};

/** Shown range and links to the neighboring pages. */
function ListPagination({ messages, list, shownCount, getPageParams, children }: PaginationProps) {
  const { page, pages, count } = list;
  const first = (page - 1) * ORDERS_PER_PAGE + 1;
  return (
    <Pagination
      label={messages.label}
      previous={{ label: messages.previous, to: page > 1 ? `?${getPageParams(page - 1).toString()}` : null }}
      next={{ label: messages.next, to: page < pages ? `?${getPageParams(page + 1).toString()}` : null }}
    >
      {pages === 1
        ? messages.count({ count, text: formatCount(count) })
        : messages.range({
            first: formatCount(first),
            last: formatCount(first + shownCount - 1),
            total: formatTotal(list),
          })}
      {children}
    </Pagination>
  );
}
