import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

import type { Autosave } from './autosave.ts';

const MOST_MS = 1000;

/** Leaves for the list of pages when what was typed is saved, so that the list knows it; soon in any case. */
export function useLeave(autosave: Autosave) {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const saved = autosave.flush().catch(() => undefined);
    const enough = new Promise((resolve) => setTimeout(resolve, MOST_MS));
    void Promise.race([saved, enough]).then(() => navigate('/pages'));
  };
}
