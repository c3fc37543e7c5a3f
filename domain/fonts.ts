export const FACES = [
  'Inter',
  'Playfair Display',
  'Lora',
  'Montserrat',
  'Open Sans',
  'Cormorant Garamond',
  'Lato',
  'Poppins',
  'Roboto',
  'Work Sans',
  'Quicksand',
  'Nunito',
  'Space Grotesk',
  'IBM Plex Sans',
] as const;
export type Face = (typeof FACES)[number];

export type FontPair = { heading: Face; body: Face };

export const FONT_PRESETS = {
  modern: { heading: 'Inter', body: 'Inter' },
  classic: { heading: 'Playfair Display', body: 'Lora' },
  professional: { heading: 'Montserrat', body: 'Open Sans' },
  elegant: { heading: 'Cormorant Garamond', body: 'Lato' },
  bold: { heading: 'Poppins', body: 'Roboto' },
  minimal: { heading: 'Work Sans', body: 'Work Sans' },
  friendly: { heading: 'Quicksand', body: 'Nunito' },
  tech: { heading: 'Space Grotesk', body: 'IBM Plex Sans' },
} as const satisfies Record<string, FontPair>;
export type FontPreset = keyof typeof FONT_PRESETS;

/** Preset of a font pair; `custom` if none matches. */
export function presetOf(pair: FontPair): FontPreset | 'custom' {
  const found = Object.entries(FONT_PRESETS).find(
    ([, preset]) => preset.heading === pair.heading && preset.body === pair.body,
  );
  return found ? (found[0] as FontPreset) : 'custom';
}

const SERIF: readonly Face[] = ['Playfair Display', 'Lora', 'Cormorant Garamond'];

/** CSS font-family list: the font, its metric-compatible fallback while it loads, and system fonts. */
export const familyOf = (face: Face): string =>
  `'${face}', '${face} Stand-in', ${SERIF.includes(face) ? 'Georgia, serif' : 'system-ui, sans-serif'}`;
