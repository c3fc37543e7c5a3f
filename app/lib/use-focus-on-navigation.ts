import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Location key of the first entry of a router without browser history. */
const FIRST_ENTRY = 'default';

/** Path of the previous screen of this document; null before the first. */
let lastPath: string | null = null;

/** Records the path of a screen that places the focus itself, so that the next screen counts as navigation. */
export function useScreenPath(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    lastPath = pathname;
  }, [pathname]);
}

/**
 * Moves the focus to the heading or the content of a new screen after navigation, so that screen readers announce it.
 * Skips screens that focus an element themselves, and the document's first screen, which the browser announces.
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
    // The query may change without a change of screen.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);
}
