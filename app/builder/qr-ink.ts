import { accentShades, contrastOf } from '#domain/accent.ts';

const BLACK = '#000000';
const PAPER = '#ffffff';
/** Readers of phones want dark on light; below this some of them give up in poor light. */
export const LEAST_CONTRAST = 4.5;

/** What a code can be printed in: black, the accent, and where that is too light its nearest shade that can be read. */
export function inksOf(accent: string): { label: string; value: string }[] {
  const readable = accentShades(accent).text;
  return [
    { label: 'Black', value: BLACK },
    { label: 'Accent', value: accent },
    ...(contrastOf(accent, PAPER) < LEAST_CONTRAST ? [{ label: 'Accent, darker', value: readable }] : []),
  ];
}

/** Why a code in this colour may not be read; null when it is. */
export function inkProblem(ink: string): string | null {
  const contrast = contrastOf(ink, PAPER);
  if (contrast >= LEAST_CONTRAST) return null;
  return `Too light: ${(Math.floor(contrast * 10) / 10).toFixed(1)} to 1 against white, and readers want ${LEAST_CONTRAST} to 1. Some phones will not read it.`;
}
