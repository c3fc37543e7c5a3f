import { BookOpen, PanelsTopLeft, ReceiptText, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';

import { getBuyerName, getUnnamedBuyerLabel } from '#app/lib/buyer-name.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import type { HelpArticle } from '#content/help/help-article.ts';
import { commandMenuDialogMessages } from '#content/messages/command-menu-dialog.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { pageMessages } from '#content/messages/pages.ts';
import { MAX_SEARCH_LENGTH, normalizeSearchText } from '#domain/order-filter.ts';
import type { OrderRow } from '#domain/order.ts';
import { getPageName } from '#domain/page-name.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

import { ACTIONS, findCommands, findMatches, SCREENS, type Command } from './commands.ts';

const messages = commandMenuDialogMessages;

/** An option of the menu. `detail` follows the label, `note` is at the end of the line. */
export type CommandResult = {
  id: string;
  Icon: LucideIcon;
  label: string;
  detail?: string;
  note?: string;
  /** `to`: a screen of the app. `href`: a page of the site, in a new tab. */
  target: { to: string } | { href: string } | { action: 'sign-out' };
};

type CommandGroup = { id: keyof typeof messages.groups; results: readonly CommandResult[] };

const MAX_RECENT_PAGES = 3;
const MAX_RESULTS = 5;
const SEARCH_DEBOUNCE_MS = 200;

const toCommandResult = ({ label, Icon, keywords: _keywords, ...target }: Command): CommandResult => ({
  id: label,
  Icon,
  label,
  target,
});

const toPageResult = (page: PageSummary): CommandResult => ({
  id: page.id,
  Icon: PanelsTopLeft,
  label: getPageName(page),
  note: page.archived ? pageMessages.states.archived : pageMessages.states[page.state],
  target: { to: `/builder?page=${page.id}` },
});

const toOrderResult = (order: OrderRow): CommandResult => ({
  id: order.id,
  Icon: ReceiptText,
  label: getBuyerName(order) ?? getUnnamedBuyerLabel(order),
  detail: messages.orderDetail({
    number: order.number,
    product: getItemName({ name: order.productName, quantity: order.quantity }),
  }),
  note: formatMoney(order.total, order.currency),
  target: { to: `/orders/${order.id}` },
});

const toHelpResult = ({ id, question }: HelpArticle): CommandResult => ({
  id,
  Icon: BookOpen,
  label: question,
  target: { href: `/help#${id}` },
});

const findPages = (pages: readonly PageSummary[], query: string): PageSummary[] =>
  findMatches(pages, query, getPageName, ({ url, slug }) => `${url ?? ''} ${slug ?? ''}`);

type FindHelpArticles = (query: string) => HelpArticle[];

/** The search of help articles, whose texts are loaded separately; null until then. */
function useHelpSearch(): FindHelpArticles | null {
  const [search, setSearch] = useState<{ find: FindHelpArticles } | null>(null);
  useEffect(() => {
    import('./find-help-articles.ts').then(
      ({ findHelpArticles }) => setSearch({ find: findHelpArticles }),
      () => undefined,
    );
  }, []);
  return search?.find ?? null;
}

function useDebouncedText(text: string): string {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debouncedText;
}

/** Orders by number, buyer or product, which the server searches. */
function useOrderSearch(query: string) {
  const search = useDebouncedText(query).slice(0, MAX_SEARCH_LENGTH);
  const isEnabled = /\d|../u.test(normalizeSearchText(search));
  const { data, error, isPlaceholderData } = useRpcQuery('list-orders', { search }, { enabled: isEnabled });
  const isCurrent = isEnabled && search === query && !isPlaceholderData;
  return {
    list: isCurrent ? data : undefined,
    error: isCurrent ? error : null,
    isSearching: search !== query || (isEnabled && error === null && (data === undefined || isPlaceholderData)),
  };
}

function listOrderResults(list: { orders: readonly OrderRow[]; count: number } | undefined, query: string) {
  if (!list) return [];
  const results = list.orders.slice(0, MAX_RESULTS).map(toOrderResult);
  if (list.count <= MAX_RESULTS) return results;
  const target = { to: `/orders?${new URLSearchParams({ q: query }).toString()}` };
  return [...results, { id: 'all-orders', Icon: ReceiptText, label: messages.allOrders({ query }), target }];
}

function listHelpResults(articles: readonly HelpArticle[], query: string): CommandResult[] {
  const results = articles.slice(0, MAX_RESULTS).map(toHelpResult);
  if (articles.length <= MAX_RESULTS) return results;
  const target = { href: `/help?${new URLSearchParams({ q: query }).toString()}` };
  return [...results, { id: 'all-help', Icon: BookOpen, label: messages.allHelp({ query }), target }];
}

/** Results of the command menu in groups; results that arrive later are in the last group, so that none moves. */
export function useCommandResults(input: string) {
  const query = input.trim();
  const { data: pageList, error: pagesError } = useRpcQuery('list-pages', {});
  const findHelpArticles = useHelpSearch();
  const orderSearch = useOrderSearch(query);
  const pages = pageList?.pages ?? [];
  const recentPages = pages.filter(({ archived }) => !archived).slice(0, MAX_RECENT_PAGES);
  const screens = findCommands(SCREENS, query).map(toCommandResult);
  const actions = findCommands(ACTIONS, query).map(toCommandResult);
  const allGroups: CommandGroup[] =
    query === ''
      ? [
          { id: 'screens', results: screens },
          { id: 'actions', results: actions },
          { id: 'recentPages', results: recentPages.map(toPageResult) },
        ]
      : [
          { id: 'screens', results: screens },
          { id: 'actions', results: actions },
          { id: 'pages', results: findPages(pages, query).slice(0, MAX_RESULTS).map(toPageResult) },
          { id: 'help', results: listHelpResults(findHelpArticles?.(query) ?? [], query) },
          { id: 'orders', results: listOrderResults(orderSearch.list, query) },
        ];
  const groups = allGroups.filter(({ results }) => results.length > 0);
  return {
    query,
    groups,
    count: groups.reduce((sum, { results }) => sum + results.length, 0),
    isSearching: orderSearch.isSearching,
    errors: [pagesError && messages.pagesError, orderSearch.error && messages.ordersError].filter(
      (error) => error !== null,
    ),
  };
}
