import { createAccentShades, contrastRatio } from '#domain/accent.ts';

const HEX = /^#[0-9a-f]{6}$/;
const MIN_TEXT_CONTRAST = 4.5;

export const isHex = (text: string): boolean => HEX.test(text);

/** Normalizes other spellings of a hex color (`#FA0`, `0F6B9C`) to `#rrggbb`; returns any other text unchanged. */
export function normalizeHexColor(text: string): string {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === '') return text;
  return `#${digits.length === 3 ? Array.from(digits, (digit) => digit + digit).join('') : digits}`;
}

/** Returns the nearest shade on which white text is readable; null if the color is readable already or is no hex color. */
export function readableShade(accent: string): string | null {
  if (!isHex(accent) || contrastRatio(accent, '#ffffff') >= MIN_TEXT_CONTRAST) return null;
  return createAccentShades(accent).text;
}
