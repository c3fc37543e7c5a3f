import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The key of the first entry of a router without a browser's history. */
const FIRST_ENTRY = 'default';

/** The path of the last screen of this document; null until its first screen is shown. */
let lastPath: string | null = null;

/** Remembers a screen that places the focus itself, so that the next one counts as navigation. */
export function useScreenPath(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    lastPath = pathname;
  }, [pathname]);
}

/**
 * After navigation inside the app the focus goes to the heading of the new screen, else to its content, so that screen
 * readers announce the screen and the keyboard goes on from there. A screen that focuses something itself is left alone,
 * and so is the first screen of a document, which the browser announces.
 */
export function useFocusOnNavigation(): void {
  const { pathname, key } = useLocation();
  const isFirst = key === FIRST_ENTRY;
  useEffect(() => {
    const isNavigation = !isFirst && lastPath !== null && lastPath !== pathname;
    lastPath = pathname;
    if (!isNavigation) return;
    const main = document.querySelector<HTMLElement>('main');
    if (!main || main.contains(document.activeElement)) return;
    const target = main.querySelector<HTMLElement>('h1[tabindex]') ?? main;
    if (target === main) main.tabIndex = -1;
    target.focus({ preventScroll: true });
    // Not for a search that only changes the query.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);
}
