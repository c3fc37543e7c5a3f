const LONGEST = 60;

/**
 * A name that somebody has typed, as it may stand in our mail: letters, figures and what joins them. Nothing that a
 * mail program would make a link of, and no more than a name.
 */
export function plainName(text: string): string {
  const plain = text
    .replaceAll(/[^\p{L}\p{M}\p{N} '’()+_-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(plain).slice(0, LONGEST).join('');
}

/** The same of an email address. */
export const plainAddress = (text: string): string => (/^[\w.+-]+@[\w.-]+$/.test(text) ? text : '');
