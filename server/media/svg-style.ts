const LOCAL_URL = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi;
const EXTERNAL_VALUE = /url\(|@import|expression\(|image\(|image-set\(|\\/i;
const COMMENT = /\/\*[^]*?(?:\*\/|$)/g;

/** Returns whether a value refers to its own file only. Escapes are refused, because logos do not need them. */
export const isLocalValue = (value: string): boolean => !EXTERNAL_VALUE.test(value.replace(LOCAL_URL, ''));

const isAllowed = (declaration: string): boolean =>
  isLocalValue(declaration) && !/^\s*(?:-\w+-)?(?:filter|backdrop-filter|mask[\w-]*)\s*:/i.test(declaration);

/** Removes filters, masks and external references from a style attribute. */
export const cleanStyle = (style: string): string => style.replace(COMMENT, ' ').split(';').filter(isAllowed).join(';');

/** Removes filters and masks from a style sheet; null for one that imports or refers to a URL. */
export function cleanStyleSheet(styleSheet: string): string | null {
  const withoutComments = styleSheet.replace(COMMENT, ' ');
  if (/url\(|@import|\\/i.test(withoutComments)) return null;
  return withoutComments.replace(/(?:filter|mask[\w-]*)\s*:[^;}]*/gi, '');
}
