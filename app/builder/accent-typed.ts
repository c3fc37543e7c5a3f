import { accentShades, contrastOf } from '#domain/accent.ts';

const HEX = /^#[0-9a-f]{6}$/;
const READABLE = 4.5;

export const isHex = (text: string): boolean => HEX.test(text);

/** A colour in another of its spellings (`#FA0`, `0F6B9C`) as we keep it; anything else as it was typed. */
export function hexOnLeaving(text: string): string {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === '') return text;
  return `#${digits.length === 3 ? Array.from(digits, (digit) => digit + digit).join('') : digits}`;
}

/** The nearest shade on which white letters can be read; null where the colour itself is one, or none. */
export function readableShade(accent: string): string | null {
  if (!isHex(accent) || contrastOf(accent, '#ffffff') >= READABLE) return null;
  return accentShades(accent).text;
}
