import type { FontFamily } from '#domain/fonts.ts';

const SOURCES = import.meta.glob<string>('./*.css', { query: '?inline', import: 'default', eager: true });

/** Returns the text of a font's stylesheet: the faces of its full files, and of its fallback. Only for the server. */
export const getFontSource = (family: FontFamily): string =>
  SOURCES[`./${family.toLowerCase().replaceAll(' ', '-')}.css`] ?? '';
