import { createAccentShades, contrastRatio } from '#domain/accent.ts';

const BLACK = '#000000';
const WHITE = '#ffffff';
/** Minimum contrast of dark modules on white; below it some phones cannot scan the code in poor light. */
export const MIN_CONTRAST = 4.5;

/** Returns the colors of a QR code: black, the accent and, if the accent is too light, its nearest readable shade. */
export function listColors(accent: string): { label: string; value: string }[] {
  const readable = createAccentShades(accent).text;
  return [
    { label: 'Black', value: BLACK },
    { label: 'Accent', value: accent },
    ...(contrastRatio(accent, WHITE) < MIN_CONTRAST ? [{ label: 'Accent, darker', value: readable }] : []),
  ];
}

/** Returns why a code in this color may be unreadable; null if it is readable. */
export function validateColor(color: string): string | null {
  const contrast = contrastRatio(color, WHITE);
  if (contrast >= MIN_CONTRAST) return null;
  return `Too light: ${(Math.floor(contrast * 10) / 10).toFixed(1)} to 1 against white, and readers want ${MIN_CONTRAST} to 1. Some phones will not read it.`;
}
