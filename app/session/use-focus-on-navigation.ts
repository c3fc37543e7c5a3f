import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The key of the first entry of the router's history: a document that was opened, not navigated to. */
const FIRST_ENTRY = 'default';

/**
 * After navigation inside the app the focus goes to the heading of the new screen, else to its content, so that screen
 * readers announce the screen and the keyboard goes on from there. A screen that focuses something itself is left alone.
 */
export function useFocusOnNavigation(): void {
  const { pathname, key } = useLocation();
  const isFirst = key === FIRST_ENTRY;
  useEffect(() => {
    if (isFirst) return;
    const main = document.querySelector<HTMLElement>('main');
    if (!main || main.contains(document.activeElement)) return;
    const target = main.querySelector<HTMLElement>('h1[tabindex]') ?? main;
    if (target === main) main.tabIndex = -1;
    target.focus({ preventScroll: true });
    // Not for a search that only changes the query.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);
}
