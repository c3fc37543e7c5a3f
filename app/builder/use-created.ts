import { useEffect } from 'react';

import type { Autosave, SaveStatus } from './autosave.ts';

/** Calls `onCreated` once when a new page has got its id. */
export function useOnPageCreated(
  autosave: Autosave,
  status: SaveStatus,
  initialId: string | null,
  onCreated: (pageId: string) => void,
): void {
  const pageId = status.kind === 'clean' ? null : autosave.page.pageId;
  useEffect(() => {
    if (initialId === null && pageId !== null) onCreated(pageId);
  }, [initialId, pageId, onCreated]);
}
