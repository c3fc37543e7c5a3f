import { Link } from 'react-router';

import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { builderBannerMessages } from '#content/messages/builder-banners.ts';
import { getPageName } from '#domain/page-name.ts';

const messages = builderBannerMessages.recentPages;
const MAX_PAGES = 3;

/** The pages that the seller edited last, without the open one. `enabled`: they are shown. */
export function useRecentPages(pageId: string | null, enabled: boolean) {
  const options = { enabled, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false };
  const { data, isLoading } = useRpcQuery('list-pages', {}, options);
  // The server lists the latest change first.
  const pages = data?.pages.filter(({ id, archived }) => id !== pageId && !archived).slice(0, MAX_PAGES) ?? [];
  return { pages, isLoading };
}

/** Above a new page: links to the pages that the seller edited last. Renders nothing for a seller without pages. */
export function RecentPages({ pages }: Pick<ReturnType<typeof useRecentPages>, 'pages'>) {
  if (pages.length === 0) return null;
  return (
    <nav className="recent-pages builder-banners__banner small" aria-label={messages.label}>
      <b>{messages.title}</b>
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <Link className="link" to={`/builder?page=${page.id}`} dir="auto">
              {getPageName(page)}
            </Link>
          </li>
        ))}
      </ul>
      <Link className="link recent-pages__all" to="/pages">
        {messages.allPages}
      </Link>
    </nav>
  );
}
