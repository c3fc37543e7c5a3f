import type { FontFamily, FontPair } from './fonts.ts';

/** Maximum compressed size of a published page's document, stylesheets and script. Images and fonts depend on the seller. */
export const MAX_PAGE_BYTES = 12_000;

/** Bytes of the font files that an ordinary page has for its headings, and for all other text. */
const FONT_BYTES: Record<FontFamily, { heading: number; body: number }> = {
  Inter: { heading: 3900, body: 13_500 },
  'Playfair Display': { heading: 6000, body: 20_100 },
  Lora: { heading: 5000, body: 19_600 },
  Montserrat: { heading: 4200, body: 13_700 },
  'Open Sans': { heading: 3300, body: 10_800 },
  'Cormorant Garamond': { heading: 6200, body: 20_400 },
  Lato: { heading: 3800, body: 13_600 },
  Poppins: { heading: 2400, body: 7700 },
  Roboto: { heading: 3900, body: 12_800 },
  'Work Sans': { heading: 4400, body: 15_400 },
  Quicksand: { heading: 3900, body: 13_700 },
  Nunito: { heading: 3900, body: 13_300 },
  'Space Grotesk': { heading: 3500, body: 11_000 },
  'IBM Plex Sans': { heading: 3100, body: 12_000 },
};

/** Returns the approximate size of a page's own font files in bytes. Headings in the body font share its bold file. */
export const getFontBytes = ({ heading, body }: FontPair): number =>
  FONT_BYTES[body].body + (heading === body ? 0 : FONT_BYTES[heading].heading);
