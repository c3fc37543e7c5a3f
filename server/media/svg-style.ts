const LOCAL_URL = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi;
const FOREIGN = /url\(|@import|expression\(|image\(|image-set\(|\\/i;
const COMMENT = /\/\*[^]*?(?:\*\/|$)/g;

/** Returns whether a value refers to its own file only. Escapes are refused, because logos do not need them. */
export const isLocalValue = (value: string): boolean => !FOREIGN.test(value.replace(LOCAL_URL, ''));

const isKept = (declaration: string): boolean =>
  isLocalValue(declaration) && !/^\s*(?:-\w+-)?(?:filter|backdrop-filter|mask[\w-]*)\s*:/i.test(declaration);

/** Removes filters, masks and external references from a style attribute. */
export const cleanStyle = (style: string): string =>
  style.replace(COMMENT, ' ').split(';').filter(isKept).join(';');

/** Removes filters and masks from a style sheet; null for one that imports or refers to a URL. */
export function cleanSheet(sheet: string): string | null {
  const bare = sheet.replace(COMMENT, ' ');
  if (/url\(|@import|\\/i.test(bare)) return null;
  return bare.replace(/(?:filter|mask[\w-]*)\s*:[^;}]*/gi, '');
}
