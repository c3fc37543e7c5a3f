/** Variants of a rendered email for looking at it and for tests. */

const DARK_SCHEME = '@media (prefers-color-scheme:dark)';

/** Shows an email in one color scheme, whatever the browser prefers. */
export const forceColorScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html
    .replaceAll(DARK_SCHEME, scheme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('color-scheme:light dark', `color-scheme:${scheme}`);

/** Shows an email as programs that block images do. */
export const removeImages = (html: string): string => html.replaceAll(/(<img) src="[^"]*"/g, '$1');
