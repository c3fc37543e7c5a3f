import type { CheckoutPageResource } from '#domain/api-resources/page-resources.ts';
import { toPageResources } from '#server/pages/page-resource.ts';
import { listPagesByIds } from '#server/pages/queries/pages.ts';

import { checkScope } from './authenticate-api-key.ts';
import type { ListContext } from './define-endpoint.ts';

/** Adds the page that each object belongs to, if `expand` names it. Deleted pages are null. Throws AppError 'scope_missing'. */
export async function expandPages<T extends { pageId: string }>(
  { context, apiClient, sellerId }: ListContext,
  expand: readonly string[] | undefined,
  items: readonly T[],
): Promise<(T & { page?: CheckoutPageResource | null })[]> {
  if (!expand?.includes('page')) return [...items];
  checkScope(apiClient, 'pages:read');
  const pageIds = items.map(({ pageId }) => pageId);
  const rows = await listPagesByIds(context.db, sellerId, pageIds);
  const pages = new Map((await toPageResources(context, sellerId, rows)).map((page) => [page.id, page]));
  return items.map((item) => ({ ...item, page: pages.get(item.pageId) ?? null }));
}
