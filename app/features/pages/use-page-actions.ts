import { useState } from 'react';

import { useErrorToast } from '#app/lib/use-error-toast.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

import type { PageAction } from './page-actions.ts';
import type { PagesQuery } from './use-pages.ts';

export type PageActions = {
  /** Id of the page with a running action. */
  busyPageId: string | null;
  /** Id of the page added last, for highlighting. */
  highlightedId: string | null;
  highlight: (pageId: string | null) => void;
  /** True on success. The list is reloaded in any case. */
  run: (page: PageSummary, action: PageAction) => Promise<boolean>;
};

export function usePageActions(pages: PagesQuery): PageActions {
  const [busyPageId, setBusyPageId] = useState<string | null>(null);
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const showErrorToast = useErrorToast();

  async function run(page: PageSummary, action: PageAction): Promise<boolean> {
    setBusyPageId(page.id);
    setHighlightedId(null);
    try {
      setHighlightedId(await action.run(page, pages));
      return true;
    } catch (error) {
      showErrorToast(error, action.errorTitle);
      return false;
    } finally {
      setBusyPageId(null);
      void pages.refresh();
    }
  }
  return { busyPageId, highlightedId, highlight: setHighlightedId, run };
}
