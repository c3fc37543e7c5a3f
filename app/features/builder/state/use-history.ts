import { useCallback, useEffect, useEffectEvent, useRef, useState, type Dispatch } from 'react';

import { builderMessages } from '#content/messages/builder.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { Autosave } from './autosave.ts';
import type { BuilderAction, BuilderState } from './builder-reducer.ts';
import { readHistory, pruneHistories, writeHistory } from './draft-storage.ts';
import { toStoredHistory, restoreHistory, describeStep } from './history.ts';

const messages = builderMessages.history;
const WRITE_AFTER_MS = 400;
const ANNOUNCEMENT_TIMEOUT_MS = 4000;

type HistoryOptions = {
  userId: string;
  autosave: Autosave;
  state: BuilderState;
  dispatch: Dispatch<BuilderAction>;
  initialConfig: CheckoutPageConfig;
};

/** Restores the undo history of an earlier session once, when the page is opened. */
function useRestoreHistory({ userId, autosave, dispatch, initialConfig }: HistoryOptions): void {
  const [{ pageId, revision }] = useState(autosave.page);
  useEffect(() => {
    if (pageId === null) return;
    let current = true;
    void readHistory(`${userId} ${pageId}`, initialConfig).then((stored) => {
      const restored = stored && restoreHistory(stored, initialConfig, revision);
      if (current && restored) dispatch({ type: 'resume', ...restored });
    });
    void pruneHistories();
    return () => {
      current = false;
    };
  }, [userId, pageId, revision, initialConfig, dispatch]);
}

/** Stores the undo history shortly after each change and when the page is left. */
function usePersistHistory({ userId, autosave, state }: HistoryOptions): void {
  const { past, present, future } = state;
  const write = useEffectEvent(() => {
    const { pageId, revision } = autosave.page;
    if (pageId === null || (past.length === 0 && future.length === 0)) return;
    void writeHistory(`${userId} ${pageId}`, toStoredHistory(state, revision, Date.now()));
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
export function useHistory(options: HistoryOptions) {
  const { state, dispatch } = options;
  useRestoreHistory(options);
  usePersistHistory(options);
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const announce = useCallback((text: string) => {
    setAnnouncement(({ count }) => ({ text, count: count + 1 }));
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => setAnnouncement((previous) => ({ ...previous, text: '' })),
      ANNOUNCEMENT_TIMEOUT_MS,
    );
  }, []);
  const undo = () => {
    const before = state.past.at(-1);
    if (!before) return announce(messages.nothingToUndo);
    dispatch({ type: 'undo' });
    announce(messages.undid({ fields: describeStep(before, state.present) }));
  };
  const redo = () => {
    const [after] = state.future;
    if (!after) return announce(messages.nothingToRedo);
    dispatch({ type: 'redo' });
    announce(messages.redid({ fields: describeStep(state.present, after) }));
  };
  return {
    undo,
    redo,
    announcement,
    announce,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
  };
}
