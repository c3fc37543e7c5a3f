/** Returns one or two initials, from the name or else from the email address. */
export function getInitials(name: string, email: string): string {
  const wordLetters = name.split(/\s+/).map((word) => Array.from(word.replace(/[^\p{L}\p{N}]/gu, '')));
  const nonEmptyWords = wordLetters.filter((word) => word.length > 0);
  const first = nonEmptyWords[0]?.[0] ?? '';
  const last = nonEmptyWords.length > 1 ? (nonEmptyWords.at(-1)?.[0] ?? '') : (nonEmptyWords[0]?.[1] ?? '');
  const initials = `${first}${last}` || email.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2);
  return initials.toUpperCase() || '?';
}
