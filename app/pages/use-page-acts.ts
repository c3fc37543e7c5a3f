import { useState } from 'react';

import { useFailToast } from '#app/session/use-fail-toast.ts';
import type { PageSummary } from '#domain/calls.ts';

import type { PageAct } from './page-acts.ts';
import type { Pages } from './use-pages.ts';

export type PageActs = {
  /** Id of the page with a running action. */
  busy: string | null;
  /** Id of the page added last, for highlighting. */
  fresh: string | null;
  showFresh: (pageId: string | null) => void;
  /** True on success. The list is reloaded in any case. */
  run: (page: PageSummary, act: PageAct) => Promise<boolean>;
};

export function usePageActs(pages: Pages): PageActs {
  const [busy, setBusy] = useState<string | null>(null);
  const [fresh, setFresh] = useState<string | null>(null);
  const failToast = useFailToast();

  async function run(page: PageSummary, act: PageAct): Promise<boolean> {
    setBusy(page.id);
    setFresh(null);
    try {
      setFresh(await act.run(page, pages));
      return true;
    } catch (error) {
      failToast(error, act.failure);
      return false;
    } finally {
      setBusy(null);
      void pages.refresh();
    }
  }
  return { busy, fresh, showFresh: setFresh, run };
}
