/** Returns one or two initials, from the name or else from the email address. */
export function initialsOf(name: string, email: string): string {
  const words = name.split(/\s+/).map((word) => Array.from(word.replace(/[^\p{L}\p{N}]/gu, '')));
  const letters = words.filter((word) => word.length > 0);
  const first = letters[0]?.[0] ?? '';
  const last = letters.length > 1 ? (letters.at(-1)?.[0] ?? '') : (letters[0]?.[1] ?? '');
  const mine = `${first}${last}` || email.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2);
  return mine.toUpperCase() || '?';
}
