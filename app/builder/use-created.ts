import { useEffect } from 'react';

import type { Autosave, SaveStatus } from './autosave.ts';

/** Calls `onCreated` once when a new page has got its id. */
export function useCreated(
  autosave: Autosave,
  status: SaveStatus,
  openedId: string | null,
  onCreated: (pageId: string) => void,
): void {
  const pageId = status.kind === 'clean' ? null : autosave.page.pageId;
  useEffect(() => {
    if (openedId === null && pageId !== null) onCreated(pageId);
  }, [openedId, pageId, onCreated]);
}
