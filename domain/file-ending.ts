/** Endings of names of files that are taken, and of nothing else (OWASP ASVS 5.2.2). */
export const PAGE_FILE_ENDINGS = ['.json'] as const;
export const TABLE_ENDINGS = ['.csv', '.tsv'] as const;

/** However its letters are written. */
export const hasEnding = (name: string, endings: readonly string[]): boolean =>
  endings.some((ending) => name.toLowerCase().endsWith(ending));
