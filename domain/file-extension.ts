/** Allowlist of file extensions for uploads (OWASP ASVS 5.2.2). */
export const PAGE_FILE_EXTENSIONS = ['.json'] as const;
export const TABLE_FILE_EXTENSIONS = ['.csv', '.tsv'] as const;

/** Case-insensitive. */
export const hasExtension = (name: string, extensions: readonly string[]): boolean =>
  extensions.some((extension) => name.toLowerCase().endsWith(extension));
