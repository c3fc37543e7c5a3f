import type { PageSummary } from '#domain/rpc-contract.ts';

import { createBuilderHandlers } from './builder.ts';
import type { RpcHandlers } from './fake-rpc.ts';

/** A published page in the list, without sales. */
export const createPageSummary = (overrides: Partial<PageSummary> = {}): PageSummary => ({
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
  ...overrides,
});

/** Handlers of a server with these pages. Changes are visible when the list is read again. */
export function createPagesHandlers(initial: readonly PageSummary[]): RpcHandlers {
  let pages = [...initial];
  const updatePage = (id: string, changes: Partial<PageSummary>) => {
    pages = pages.map((page) => (page.id === id ? { ...page, ...changes } : page));
  };
  return {
    ...createBuilderHandlers(),
    'list-pages': () => ({ pages, access: true }),
    'duplicate-page': ({ pageId }) => {
      const source = pages.find(({ id }) => id === pageId);
      const copy = createPageSummary({
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
      updatePage(pageId, { name });
      return { name };
    },
    'unpublish-page': ({ pageId }) => {
      updatePage(pageId, { state: 'unpublished' });
      return { state: 'unpublished' };
    },
    'archive-page': ({ pageId, archived }) => {
      updatePage(pageId, { archived });
      return { archived };
    },
    'delete-page': ({ pageId }) => {
      pages = pages.filter(({ id }) => id !== pageId);
      return { deleted: true };
    },
  };
}
