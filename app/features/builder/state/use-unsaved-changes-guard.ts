import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker, useNavigate, type Location } from 'react-router';

import { registerUnsavedText } from '#app/lib/session/unsaved-changes.ts';

import type { Autosave, SaveStatus } from './autosave.ts';
import type { BuilderContextValue } from './builder-context.ts';

const MAX_WAIT_MS = 1500;
const BUILDER = '/builder';

const isSaved = ({ kind }: SaveStatus): boolean => kind === 'clean' || kind === 'saved';

/** Returns whether a navigation leaves the open page; a new page that gets its id in the URL stays open. */
export function isLeavingPage(from: Location, to: Location, pageId: string | null): boolean {
  if (to.pathname !== BUILDER) return true;
  const [fromId, toId] = [from, to].map(({ search }) => new URLSearchParams(search).get('page'));
  return toId !== fromId && toId !== pageId;
}

/** What is lost or interrupted when the seller leaves, the most important first. */
export type LeaveReason = 'notAdded' | 'unsaved' | 'uploading';

/** Asks before the tab is closed or reloaded, in the browser's own dialog. */
function useBeforeUnloadPrompt(findReason: () => LeaveReason | null): void {
  const handleBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (findReason() !== null) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('beforeunload', handleBeforeUnload);
    return () => window.removeEventListener('beforeunload', handleBeforeUnload);
  }, []);
}

/**
 * Blocks navigation until the draft is saved. If saving takes too long, the seller is asked: in a dialog inside the app,
 * by the browser when the tab is closed. In both cases a local copy remains. Text that is not added to the page is in no
 * draft and no copy, so the seller is asked about it, on sign-out too; and about uploads, which leaving interrupts.
 */
export function useUnsavedChangesGuard(
  autosave: Autosave,
  { pendingEntries, delivery: { uploads } }: Pick<BuilderContextValue, 'pendingEntries' | 'delivery'>,
) {
  const navigate = useNavigate();
  const [pendingLocation, setPendingLocation] = useState<Location | null>(null);
  const mayLeave = useRef(false);
  const findReason = (): LeaveReason | null => {
    if (pendingEntries.size > 0) return 'notAdded';
    if (!isSaved(autosave.status())) return 'unsaved';
    return uploads.isActive() ? 'uploading' : null;
  };
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !mayLeave.current && findReason() !== null && isLeavingPage(currentLocation, nextLocation, autosave.page.pageId),
  );

  const leaveTo = (to: Location) => {
    mayLeave.current = true;
    setPendingLocation(null);
    if (blocker.state === 'blocked') blocker.proceed();
    else void navigate(to);
  };
  const leaveOrPrompt = useEffectEvent((to: Location) => {
    if (findReason() === null) leaveTo(to);
    else setPendingLocation(to);
  });
  const to = blocker.state === 'blocked' ? blocker.location : null;
  useEffect(() => {
    if (!to) return;
    const save = autosave.flush().catch(() => undefined);
    const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
    void Promise.race([save, timeout]).then(() => leaveOrPrompt(to));
  }, [to, autosave]);

  useBeforeUnloadPrompt(findReason);
  useEffect(() => registerUnsavedText(() => pendingEntries.size > 0), [pendingEntries]);
  const stay = () => {
    setPendingLocation(null);
    if (blocker.state === 'blocked') blocker.reset();
  };
  const leave = () => pendingLocation && leaveTo(pendingLocation);
  const [pendingEntry] = pendingEntries;
  const reason = pendingLocation && (findReason() ?? 'unsaved');
  return { reason, pendingField: pendingEntry?.field ?? null, stay, leave };
}
