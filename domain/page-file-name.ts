const MOST = 80;
/** Characters that file systems reject or interpret. */
const REFUSED = /[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu;

/** File name of an exported page: `Throwing Taller.tillwright.json`. */
export function fileNameFor(name: string): string {
  const words = name.replace(REFUSED, ' ').replace(/\s+/g, ' ').trim();
  const short = Array.from(words).slice(0, MOST).join('');
  const bare = short.replace(/^[\s.]+|[\s.]+$/g, '');
  return `${bare || 'page'}.tillwright.json`;
}
