import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker, useNavigate, type Location } from 'react-router';

import type { Autosave, SaveStatus } from './autosave.ts';

const MOST_MS = 1500;
const BUILDER = '/builder';

const isSaved = ({ kind }: SaveStatus): boolean => kind === 'clean' || kind === 'saved';

/** Whether a way leads away from the open page; a new page that gets its id stays where it is. */
export function leadsAway(from: Location, to: Location, pageId: string | null): boolean {
  if (to.pathname !== BUILDER) return true;
  const [was, wanted] = [from, to].map(({ search }) => new URLSearchParams(search).get('page'));
  return wanted !== was && wanted !== pageId;
}

/** The tab is closed or reloaded: only the browser can ask then, in its own words. */
function useBrowserAsks(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [unsaved]);
}

/**
 * Leaves when what was typed is saved. What cannot be saved in a moment is asked about: in a dialog of ours inside
 * the site, in the browser's own when the tab is closed. Either way a copy stays in this browser.
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
