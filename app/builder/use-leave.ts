import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker, useNavigate, type Location } from 'react-router';

import type { Autosave, SaveStatus } from './autosave.ts';

const MOST_MS = 1500;
const BUILDER = '/builder';

const isSaved = ({ kind }: SaveStatus): boolean => kind === 'clean' || kind === 'saved';

/** Returns whether a navigation leaves the open page; a new page that gets its id in the URL stays open. */
export function leadsAway(from: Location, to: Location, pageId: string | null): boolean {
  if (to.pathname !== BUILDER) return true;
  const [was, wanted] = [from, to].map(({ search }) => new URLSearchParams(search).get('page'));
  return wanted !== was && wanted !== pageId;
}

/** Asks before the tab is closed or reloaded, in the browser's own dialog. */
function useBrowserAsks(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [unsaved]);
}

/**
 * Blocks navigation until the draft is saved. If saving takes too long, the seller is asked: in a dialog inside the app,
 * by the browser when the tab is closed. In both cases a local copy remains.
 */
export function useLeave(autosave: Autosave, status: SaveStatus) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Location | null>(null);
  const free = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !free.current &&
      !isSaved(autosave.status()) &&
      leadsAway(currentLocation, nextLocation, autosave.page.pageId),
  );

  const go = useEffectEvent((to: Location) => {
    free.current = true;
    if (blocker.state === 'blocked') blocker.proceed();
    else void navigate(to);
  });
  const settle = useEffectEvent((to: Location) => {
    if (isSaved(autosave.status())) go(to);
    else setAsking(to);
  });
  const to = blocker.state === 'blocked' ? blocker.location : null;
  useEffect(() => {
    if (!to) return;
    const saved = autosave.flush().catch(() => undefined);
    const enough = new Promise((resolve) => setTimeout(resolve, MOST_MS));
    void Promise.race([saved, enough]).then(() => settle(to));
  }, [to, autosave]);

  useBrowserAsks(!isSaved(status));
  const stay = () => {
    setAsking(null);
    if (blocker.state === 'blocked') blocker.reset();
  };
  const leave = () => {
    free.current = true;
    setAsking(null);
    if (blocker.state === 'blocked') blocker.proceed();
    else if (asking) void navigate(asking);
  };
  return { asking: asking !== null, stay, leave };
}
