const MOST = 80;
/** What no file system takes, or takes to be something else. */
const REFUSED = /[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu;

/** The name of a page's file: `Throwing Taller.tillwright.json`. */
export function fileNameFor(name: string): string {
  const words = name.replace(REFUSED, ' ').replace(/\s+/g, ' ').trim();
  const short = Array.from(words).slice(0, MOST).join('');
  const bare = short.replace(/^[\s.]+|[\s.]+$/g, '');
  return `${bare || 'page'}.tillwright.json`;
}
