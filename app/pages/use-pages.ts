import { useCallback, useEffect, useRef, useState } from 'react';

import { call } from '#app/session/call.ts';
import type { PageSummary } from '#domain/calls.ts';

type List =
  | { state: 'loading' }
  /** `access`: the seller's plan keeps published pages on sale. */
  | { state: 'ready'; pages: PageSummary[]; access: boolean }
  | { state: 'failed'; error: unknown };

export type Pages = {
  list: List;
  /** Reloads; the current list survives an error. */
  refresh: () => Promise<void>;
  /** Reloads from scratch, with a skeleton. */
  retry: () => void;
  /** Updates a page optimistically. */
  change: (id: string, to: Partial<PageSummary>) => void;
  remove: (id: string) => void;
};

/** Loads the seller's pages, latest change first. Only the response to the latest request is used. */
export function usePages(): Pages {
  const [list, setList] = useState<List>({ state: 'loading' });
  const turn = useRef(0);
  const refresh = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    const settle = (answer: List) =>
      setList((last) => {
        if (mine !== turn.current) return last;
        return answer.state === 'failed' && last.state === 'ready' ? last : answer;
      });
    await call('list-pages', {}).then(
      ({ pages, access }) => settle({ state: 'ready', pages, access }),
      (error: unknown) => settle({ state: 'failed', error }),
    );
  }, []);
  const over = useCallback((pagesFrom: (pages: PageSummary[]) => PageSummary[]) => {
    setList((last) => (last.state === 'ready' ? { ...last, pages: pagesFrom(last.pages) } : last));
  }, []);
  useEffect(() => {
    void refresh();
    const forget = turn;
    return () => {
      forget.current += 1;
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
      (id, to) => over((pages) => pages.map((page) => (page.id === id ? { ...page, ...to } : page))),
      [over],
    ),
    remove: useCallback((id) => over((pages) => pages.filter((page) => page.id !== id)), [over]),
  };
}
