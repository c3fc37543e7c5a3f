/** Formats a file size: `41 kB`, `1.3 MB`. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
