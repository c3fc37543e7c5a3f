export const FONT_FAMILIES = [
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
export type FontFamily = (typeof FONT_FAMILIES)[number];

export type FontPair = { heading: FontFamily; body: FontFamily };

/** Weights of checkout pages. Text between them is shown in the bolder one. */
export type FontWeight = 400 | 700;

/** Texts of a page by the font that shows them: headings, bold text in the body font, and all other text. */
export type FontTexts = Record<'heading' | 'bold' | 'regular', string>;

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
export function getFontPreset(pair: FontPair): FontPreset | 'custom' {
  const match = Object.entries(FONT_PRESETS).find(
    ([, preset]) => preset.heading === pair.heading && preset.body === pair.body,
  );
  return match ? (match[0] as FontPreset) : 'custom';
}

const SERIF_FAMILIES: readonly FontFamily[] = ['Playfair Display', 'Lora', 'Cormorant Garamond'];

export const isSerif = (family: FontFamily): boolean => SERIF_FAMILIES.includes(family);

/** CSS font-family list: the font, its metric-compatible fallback while it loads, and system fonts. */
export const getFontStack = (family: FontFamily): string =>
  `'${family}', '${family} Stand-in', ${isSerif(family) ? 'Georgia, serif' : 'system-ui, sans-serif'}`;
