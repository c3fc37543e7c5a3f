import cormorantGaramond from '@fontsource-variable/cormorant-garamond/files/cormorant-garamond-latin-wght-normal.woff2?url';
import ibmPlexSans from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import lora from '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2?url';
import montserrat from '@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2?url';
import nunito from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url';
import openSans from '@fontsource-variable/open-sans/files/open-sans-latin-wght-normal.woff2?url';
import playfairDisplay from '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2?url';
import quicksand from '@fontsource-variable/quicksand/files/quicksand-latin-wght-normal.woff2?url';
import roboto from '@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2?url';
import spaceGrotesk from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url';
import workSans from '@fontsource-variable/work-sans/files/work-sans-latin-wght-normal.woff2?url';
import lato from '@fontsource/lato/files/lato-latin-400-normal.woff2?url';
import latoBold from '@fontsource/lato/files/lato-latin-700-normal.woff2?url';
import poppins from '@fontsource/poppins/files/poppins-latin-400-normal.woff2?url';
import poppinsBold from '@fontsource/poppins/files/poppins-latin-700-normal.woff2?url';

import type { FontFamily, FontPair } from '#domain/fonts.ts';

import cormorantGaramondCss from './cormorant-garamond.css?url&no-inline';
import ibmPlexSansCss from './ibm-plex-sans.css?url&no-inline';
import interCss from './inter.css?url&no-inline';
import latoCss from './lato.css?url&no-inline';
import loraCss from './lora.css?url&no-inline';
import montserratCss from './montserrat.css?url&no-inline';
import nunitoCss from './nunito.css?url&no-inline';
import openSansCss from './open-sans.css?url&no-inline';
import playfairDisplayCss from './playfair-display.css?url&no-inline';
import poppinsCss from './poppins.css?url&no-inline';
import quicksandCss from './quicksand.css?url&no-inline';
import robotoCss from './roboto.css?url&no-inline';
import spaceGroteskCss from './space-grotesk.css?url&no-inline';
import workSansCss from './work-sans.css?url&no-inline';

/** URLs of a font. The stylesheets are small: without `no-inline` they would become `data:` URLs, which the CSP blocks. */
type FontFiles = { css: string; heading: string[]; body: string[] };
const variableFont = (css: string, latin: string): FontFiles => ({ css, heading: [latin], body: [latin] });
/** A font with one file per weight: headings need the bold file, bodies both. */
const staticFont = (css: string, latin: string, bold: string): FontFiles => ({
  css,
  heading: [bold],
  body: [latin, bold],
});

const FILES: Record<FontFamily, FontFiles> = {
  'Cormorant Garamond': variableFont(cormorantGaramondCss, cormorantGaramond),
  'IBM Plex Sans': variableFont(ibmPlexSansCss, ibmPlexSans),
  Inter: variableFont(interCss, inter),
  Lato: staticFont(latoCss, lato, latoBold),
  Lora: variableFont(loraCss, lora),
  Montserrat: variableFont(montserratCss, montserrat),
  Nunito: variableFont(nunitoCss, nunito),
  'Open Sans': variableFont(openSansCss, openSans),
  'Playfair Display': variableFont(playfairDisplayCss, playfairDisplay),
  Poppins: staticFont(poppinsCss, poppins, poppinsBold),
  Quicksand: variableFont(quicksandCss, quicksand),
  Roboto: variableFont(robotoCss, roboto),
  'Space Grotesk': variableFont(spaceGroteskCss, spaceGrotesk),
  'Work Sans': variableFont(workSansCss, workSans),
};

/** Returns the one or two stylesheets of a font pair. */
export const fontStylesheets = ({ heading, body }: FontPair): string[] => [
  ...new Set([FILES[heading].css, FILES[body].css]),
];

/** Returns the font files that the first screen needs, for preloading. */
export const fontPreloads = ({ heading, body }: FontPair): string[] => [
  ...new Set([...FILES[heading].heading, ...FILES[body].body]),
];
