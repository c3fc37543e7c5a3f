import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { Pagination } from '#app/components/pagination.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import type { customerMessages } from '#content/messages/customers.ts';
import { orderMessages, type subscriptionMessages } from '#content/messages/orders.ts';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

type ListMessages = (typeof orderMessages | typeof subscriptionMessages | typeof customerMessages)['list'];

export function OrdersTabs() {
  const { tabs } = orderMessages;
  return (
    <nav className="tabs orders-tabs" aria-label={tabs.label}>
      <NavLink to="/orders" end>
        {tabs.orders}
      </NavLink>
      <NavLink to="/orders/subscriptions">{tabs.subscriptions}</NavLink>
    </nav>
  );
}

type Props = {
  messages: ListMessages['pagination'];
  list: { page: number; pages: number; count: number };
  shownCount: number;
  /** Search params of another page. */
  getPageParams: (page: number) => URLSearchParams;
  /** Shown after the count. */
  children?: ReactNode;
};

/** Pagination of a list: shown range and links to the neighboring pages. */
export function ListPagination({ messages, list: { page, pages, count }, shownCount, getPageParams, children }: Props) {
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
            total: formatCount(count),
          })}
      {children}
    </Pagination>
  );
}

type NoResultsProps = {
  messages: ListMessages['noMatches'];
  search: string;
  onClear: () => void;
  children?: ReactNode;
};

/** Empty state of a search without results. */
export const NoResults = ({ messages, search, onClear, children }: NoResultsProps) => (
  <EmptyState
    variant="inline"
    Icon={SearchX}
    title={
      search ? <RichText text={messages.searchTitle} tags={{ search: () => <bdi>{search}</bdi> }} /> : messages.title
    }
  >
    {children}
    <Button size="sm" onClick={onClear}>
      {messages.clear}
    </Button>
  </EmptyState>
);

type PageOutOfRangeProps = { messages: ListMessages['beyondEnd']; firstPageParams: URLSearchParams };

/** Empty state for a page number beyond the end of the list. */
export const PageOutOfRange = ({ messages, firstPageParams }: PageOutOfRangeProps) => (
  <EmptyState variant="inline" title={messages.title}>
    <p className="muted small">{messages.text}</p>
    <Link className={buttonVariants('plain', 'sm')} to={`?${firstPageParams.toString()}`}>
      {messages.link}
    </Link>
  </EmptyState>
);

type ListEmptyStateProps = { messages: ListMessages['empty']; illustration: ReactNode };

/** Empty state of a list that never had entries. */
export const ListEmptyState = ({ messages, illustration }: ListEmptyStateProps) => (
  <EmptyState illustration={illustration} title={messages.title}>
    <p className="muted">{messages.text}</p>
    <Link className={buttonVariants('primary')} to="/pages">
      {messages.link}
    </Link>
  </EmptyState>
);
