/** Allowlist of file extensions for uploads (OWASP ASVS 5.2.2). */
export const PAGE_FILE_ENDINGS = ['.json'] as const;
export const TABLE_ENDINGS = ['.csv', '.tsv'] as const;

/** Case-insensitive. */
export const hasEnding = (name: string, endings: readonly string[]): boolean =>
  endings.some((ending) => name.toLowerCase().endsWith(ending));
