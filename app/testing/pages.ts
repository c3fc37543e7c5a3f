import type { PageSummary } from '#domain/calls.ts';

import { builderHandlers } from './builder.ts';
import type { RpcHandlers } from './fake-rpc.ts';

/** A published page in the list, without sales. */
export const pageSummary = (change: Partial<PageSummary> = {}): PageSummary => ({
  id: crypto.randomUUID(),
  name: 'Linocut for Beginners',
  slug: 'linocut',
  url: 'https://tillwright.test/c/linocut',
  domainUrl: null,
  state: 'published',
  archived: false,
  hold: null,
  updatedAt: '2026-03-02T10:00:00Z',
  priceText: '$40 USD',
  thumbnail: { layout: 'classic', accentColor: '#a855f7', productImage: null },
  sales: { count: 0, takings: [] },
  ...change,
});

/** Handlers of a server with these pages. Changes are visible when the list is read again. */
export function pagesHandlers(initial: readonly PageSummary[]): RpcHandlers {
  let pages = [...initial];
  const change = (id: string, to: Partial<PageSummary>) => {
    pages = pages.map((page) => (page.id === id ? { ...page, ...to } : page));
  };
  return {
    ...builderHandlers(),
    'list-pages': () => ({ pages, access: true }),
    'duplicate-page': ({ pageId }) => {
      const source = pages.find(({ id }) => id === pageId);
      const copy = pageSummary({
        ...source,
        id: crypto.randomUUID(),
        name: `${source?.name} (copy)`,
        slug: null,
        url: null,
        state: 'draft',
      });
      pages = [copy, ...pages];
      return { pageId: copy.id };
    },
    'rename-page': ({ pageId, name }) => {
      change(pageId, { name });
      return { name };
    },
    'unpublish-page': ({ pageId }) => {
      change(pageId, { state: 'unpublished' });
      return { state: 'unpublished' };
    },
    'archive-page': ({ pageId, archived }) => {
      change(pageId, { archived });
      return { archived };
    },
    'delete-page': ({ pageId }) => {
      pages = pages.filter(({ id }) => id !== pageId);
      return { deleted: true };
    },
  };
}
