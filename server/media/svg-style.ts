const LOCAL_URL = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi;
const FOREIGN = /url\(|@import|expression\(|image\(|image-set\(|\\/i;
const COMMENT = /\/\*[^]*?(?:\*\/|$)/g;

/** Whether a value points at nothing, or only at parts of its own file. Escapes are never needed in a logo. */
export const isLocalValue = (value: string): boolean => !FOREIGN.test(value.replace(LOCAL_URL, ''));

const isKept = (declaration: string): boolean =>
  isLocalValue(declaration) && !/^\s*(?:-\w+-)?(?:filter|backdrop-filter|mask[\w-]*)\s*:/i.test(declaration);

/** A style attribute without filters, masks and everything that points out of the file. */
export const cleanStyle = (style: string): string =>
  style.replace(COMMENT, ' ').split(';').filter(isKept).join(';');

/** A style sheet without filters and masks; null for one that imports or points anywhere. */
export function cleanSheet(sheet: string): string | null {
  const bare = sheet.replace(COMMENT, ' ');
  if (/url\(|@import|\\/i.test(bare)) return null;
  return bare.replace(/(?:filter|mask[\w-]*)\s*:[^;}]*/gi, '');
}
