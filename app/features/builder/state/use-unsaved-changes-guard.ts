import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker, useNavigate, type Location } from 'react-router';

import { registerUnsavedText } from '#app/lib/session/unsaved-changes.ts';

import type { Autosave, SaveStatus } from './autosave.ts';
import type { PendingEntry } from './pending-entries.ts';

const MAX_WAIT_MS = 1500;
const BUILDER = '/builder';

const isSaved = ({ kind }: SaveStatus): boolean => kind === 'clean' || kind === 'saved';

/** Returns whether a navigation leaves the open page; a new page that gets its id in the URL stays open. */
export function isLeavingPage(from: Location, to: Location, pageId: string | null): boolean {
  if (to.pathname !== BUILDER) return true;
  const [fromId, toId] = [from, to].map(({ search }) => new URLSearchParams(search).get('page'));
  return toId !== fromId && toId !== pageId;
}

/** Asks before the tab is closed or reloaded, in the browser's own dialog. */
function useBeforeUnloadPrompt(unsaved: boolean, pendingEntries: ReadonlySet<PendingEntry>): void {
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (unsaved || pendingEntries.size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [unsaved, pendingEntries]);
}

/**
 * Blocks navigation until the draft is saved. If saving takes too long, the seller is asked: in a dialog inside the app,
 * by the browser when the tab is closed. In both cases a local copy remains. Text that is not added to the page is in no
 * draft and no copy, so the seller is asked about it, on sign-out too.
 */
export function useUnsavedChangesGuard(
  autosave: Autosave,
  status: SaveStatus,
  pendingEntries: ReadonlySet<PendingEntry>,
) {
  const navigate = useNavigate();
  const [pendingLocation, setPendingLocation] = useState<Location | null>(null);
  const mayLeave = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !mayLeave.current &&
      (!isSaved(autosave.status()) || pendingEntries.size > 0) &&
      isLeavingPage(currentLocation, nextLocation, autosave.page.pageId),
  );

  const leaveTo = (to: Location) => {
    mayLeave.current = true;
    setPendingLocation(null);
    if (blocker.state === 'blocked') blocker.proceed();
    else void navigate(to);
  };
  const leaveOrPrompt = useEffectEvent((to: Location) => {
    if (isSaved(autosave.status()) && pendingEntries.size === 0) leaveTo(to);
    else setPendingLocation(to);
  });
  const to = blocker.state === 'blocked' ? blocker.location : null;
  useEffect(() => {
    if (!to) return;
    const save = autosave.flush().catch(() => undefined);
    const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
    void Promise.race([save, timeout]).then(() => leaveOrPrompt(to));
  }, [to, autosave]);

  useBeforeUnloadPrompt(!isSaved(status), pendingEntries);
  useEffect(() => registerUnsavedText(() => pendingEntries.size > 0), [pendingEntries]);
  const stay = () => {
    setPendingLocation(null);
    if (blocker.state === 'blocked') blocker.reset();
  };
  const leave = () => pendingLocation && leaveTo(pendingLocation);
  const [pendingEntry] = pendingEntries;
  return { isPrompting: pendingLocation !== null, pendingField: pendingEntry?.field ?? null, stay, leave };
}
