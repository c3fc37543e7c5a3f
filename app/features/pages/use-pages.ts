import { useCallback, useEffect, useRef, useState } from 'react';

import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

type PageListState =
  | { state: 'loading' }
  /** `access`: the seller's plan keeps published pages on sale. */
  | { state: 'ready'; pages: PageSummary[]; access: boolean }
  | { state: 'failed'; error: unknown };

export type PagesQuery = {
  list: PageListState;
  /** Reloads; the current list survives an error. */
  refresh: () => Promise<void>;
  /** Reloads from scratch, with a skeleton. */
  retry: () => void;
  /** Updates a page optimistically. */
  change: (id: string, changes: Partial<PageSummary>) => void;
  remove: (id: string) => void;
};

/** Loads the seller's pages, latest change first. Only the response to the latest request is used. */
export function usePages(): PagesQuery {
  const [list, setList] = useState<PageListState>({ state: 'loading' });
  const latestRequestId = useRef(0);
  const refresh = useCallback(async () => {
    latestRequestId.current += 1;
    const requestId = latestRequestId.current;
    const applyResponse = (response: PageListState) =>
      setList((previous) => {
        if (requestId !== latestRequestId.current) return previous;
        return response.state === 'failed' && previous.state === 'ready' ? previous : response;
      });
    await callRpc('list-pages', {}).then(
      ({ pages, access }) => applyResponse({ state: 'ready', pages, access }),
      (error: unknown) => applyResponse({ state: 'failed', error }),
    );
  }, []);
  const updatePages = useCallback((update: (pages: PageSummary[]) => PageSummary[]) => {
    setList((previous) => (previous.state === 'ready' ? { ...previous, pages: update(previous.pages) } : previous));
  }, []);
  useEffect(() => {
    void refresh();
    const latestId = latestRequestId;
    return () => {
      latestId.current += 1;
    };
  }, [refresh]);
  return {
    list,
    refresh,
    retry: useCallback(() => {
      setList({ state: 'loading' });
      void refresh();
    }, [refresh]),
    change: useCallback(
      (id, changes) => updatePages((pages) => pages.map((page) => (page.id === id ? { ...page, ...changes } : page))),
      [updatePages],
    ),
    remove: useCallback((id) => updatePages((pages) => pages.filter((page) => page.id !== id)), [updatePages]),
  };
}
