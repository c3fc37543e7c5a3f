import { useCallback, useEffect, useEffectEvent, useRef, useState, type Dispatch } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { Autosave } from './autosave.ts';
import type { BuilderAction, BuilderState } from './builder-state.ts';
import { keptHistoryOf, resumedFrom, stepName } from './history.ts';
import { readHistory, thinHistories, writeHistory } from './kept-history.ts';

const WRITE_AFTER_MS = 400;
const TOLD_MS = 4000;

type Watched = {
  userId: string;
  autosave: Autosave;
  state: BuilderState;
  dispatch: Dispatch<BuilderAction>;
  opened: CheckoutPageConfig;
};

/** Restores the undo history of an earlier session once, when the page is opened. */
function useResumed({ userId, autosave, dispatch, opened }: Watched): void {
  const [{ pageId, revision }] = useState(autosave.page);
  useEffect(() => {
    if (pageId === null) return;
    let current = true;
    void readHistory(`${userId} ${pageId}`, opened).then((kept) => {
      const steps = kept && resumedFrom(kept, opened, revision);
      if (current && steps) dispatch({ type: 'resume', ...steps });
    });
    void thinHistories();
    return () => {
      current = false;
    };
  }, [userId, pageId, revision, opened, dispatch]);
}

/** Stores the undo history shortly after each change and when the page is left. */
function useKept({ userId, autosave, state }: Watched): void {
  const { past, present, future } = state;
  const write = useEffectEvent(() => {
    const { pageId, revision } = autosave.page;
    if (pageId === null || (past.length === 0 && future.length === 0)) return;
    void writeHistory(`${userId} ${pageId}`, keptHistoryOf(state, revision, Date.now()));
  });
  useEffect(() => {
    const timer = setTimeout(write, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [past, present, future]);
  // Stores it again with each saved revision: a new page has no id before the first save.
  useEffect(() => autosave.subscribe(() => autosave.status().kind === 'saved' && write()), [autosave]);
  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => window.removeEventListener('pagehide', write);
  }, []);
}

/** Undo and redo with live announcements; the history survives a reload. */
export function useHistory(watched: Watched) {
  const { state, dispatch } = watched;
  useResumed(watched);
  useKept(watched);
  const [told, setTold] = useState({ text: '', count: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = useCallback((text: string) => {
    setTold(({ count }) => ({ text, count: count + 1 }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTold((last) => ({ ...last, text: '' })), TOLD_MS);
  }, []);
  const undo = () => {
    const before = state.past.at(-1);
    if (!before) return tell('Nothing to undo');
    dispatch({ type: 'undo' });
    tell(`Undid: ${stepName(before, state.present)}`);
  };
  const redo = () => {
    const [after] = state.future;
    if (!after) return tell('Nothing to redo');
    dispatch({ type: 'redo' });
    tell(`Redid: ${stepName(state.present, after)}`);
  };
  return { undo, redo, told, tell, canUndo: state.past.length > 0, canRedo: state.future.length > 0 };
}
