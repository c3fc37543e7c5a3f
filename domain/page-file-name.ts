const MAX_FILE_NAME_LENGTH = 80;
/** Characters that file systems reject or interpret. */
const INVALID_CHARACTERS = /[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu;

/** File name of an exported page: `Throwing Taller.tillwright.json`. */
export function getPageFileName(name: string): string {
  const cleaned = name.replace(INVALID_CHARACTERS, ' ').replace(/\s+/g, ' ').trim();
  const truncated = Array.from(cleaned).slice(0, MAX_FILE_NAME_LENGTH).join('');
  const trimmed = truncated.replace(/^[\s.]+|[\s.]+$/g, '');
  return `${trimmed || 'page'}.tillwright.json`;
}
