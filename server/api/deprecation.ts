/** Announcement that an operation will be removed. Dates: ISO 8601. */
export type Deprecation = {
  announcedAt: string;
  removedAt: string;
  /** Operation that programs should use instead. */
  replacement: string;
};

/** Headers of every response of a deprecated operation (RFC 9745, RFC 8594). */
export const buildDeprecationHeaders = ({ announcedAt, removedAt }: Deprecation): Record<string, string> => ({
  Deprecation: `@${Date.parse(announcedAt) / 1000}`,
  Sunset: new Date(removedAt).toUTCString(),
});
