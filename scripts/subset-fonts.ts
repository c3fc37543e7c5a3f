// `npm run fonts`: writes the font files of the interface and of the public site into app/styles/fonts, with only the
// characters of English text and only the weights and widths that the styles use. Other characters come from the full files.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import subsetFont from 'subset-font';

import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import { homeMessages } from '#content/messages/home.ts';
import { SAMPLE_PAGES } from '#content/sample-pages.ts';

const FOLDER = path.resolve(import.meta.dirname, '../app/styles/fonts');
const SITE_FOLDER = path.resolve(import.meta.dirname, '../app/features/site');

const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
const CHARACTERS = `${ASCII}\u00A0©®°·×é–—‘’“”•…→€£¥™−`;

const FEATURES = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum'];

type Axis = number | { min: number; max: number; default: number };
/** `weight`, `stretch`: what the styles use. `ranges`: the descriptors of its faces, which limit the full files as well. */
type InterfaceFont = { family: string; name: string; file: string; weight: Axis; stretch: Axis; ranges: string };

export const FONTS: readonly InterfaceFont[] = [
  {
    family: 'Archivo Variable',
    name: 'archivo',
    file: 'archivo',
    weight: { min: 400, max: 800, default: 400 },
    stretch: 100,
    ranges: 'font-weight: 100 900; font-stretch: 100%;',
  },
  // Large figures. They have one weight, because each further axis of a font doubles its file.
  {
    family: 'Archivo Variable',
    name: 'archivo',
    file: 'archivo-narrow',
    weight: 690,
    stretch: 76,
    ranges: 'font-weight: 690; font-stretch: 76%;',
  },
  {
    family: 'Martian Mono Variable',
    name: 'martian-mono',
    file: 'martian-mono',
    weight: { min: 400, max: 700, default: 400 },
    stretch: 87,
    ranges: 'font-weight: 100 800; font-stretch: 87%;',
  },
];

const PACKAGES = path.resolve(import.meta.dirname, '../node_modules/@fontsource-variable');

/** Returns the WOFF2 file of a font with the characters, weights and widths of the interface. */
export const subsetInterfaceFont = ({ name, weight, stretch }: InterfaceFont): Promise<Buffer> =>
  subsetFont(readFileSync(path.join(PACKAGES, name, `files/${name}-latin-standard-normal.woff2`)), CHARACTERS, {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: FEATURES,
    variationAxes: { wght: weight, wdth: stretch },
  });

/** Returns the faces of a font's full files from its package, with the given descriptors. */
const formatFullFaces = ({ name, ranges }: InterfaceFont): string =>
  readFileSync(path.join(PACKAGES, name, 'standard.css'), 'utf8')
    .replaceAll(/font-weight: [^;]+;\s+font-stretch: [^;]+;/g, ranges)
    .replaceAll('./files/', `@fontsource-variable/${name}/files/`)
    .trim();

/**
 * Returns the stylesheet. A browser combines only faces with the same weights and widths, and takes a character from the last
 * of them whose `unicode-range` has it.
 */
export function formatFontStyles(): string {
  const faces = FONTS.map(
    (font) => `${formatFullFaces(font)}
@font-face {
  font-family: '${font.family}';
  font-display: swap;
  ${font.ranges}
  src: url('./${font.file}.woff2') format('woff2');
  unicode-range: ${listUnicodeRanges(CHARACTERS)};
}`,
  );
  return ['/* Written by `npm run fonts`. */', ...faces, ''].join('\n');
}

/** Letters, digits and whatever else the sample pages and their labels contain. */
const SAMPLE_TEXTS = JSON.stringify([SAMPLE_PAGES, checkoutPageMessages, homeMessages.preview]);
const SAMPLE_CHARACTERS = [...new Set(`${ASCII.replaceAll(/[^\w ]/g, '')}$€·\u00A0${SAMPLE_TEXTS}`)].join('');

/** Fonts of the front page's sample pages. Headings are bold and show few characters; small text does without kerning. */
export const SAMPLE_FONTS = SAMPLE_PAGES.flatMap(({ config: { fonts, productName, price } }) => {
  const body = {
    family: fonts.body,
    characters: SAMPLE_CHARACTERS,
    features: ['lnum', 'tnum'],
    weight: { min: 400, max: 700, default: 400 },
    faces: [400, 700],
  };
  const heading = {
    family: fonts.heading,
    characters: [...new Set(`${productName}${price}$ USD`)].toSorted().join(''),
    features: [...FEATURES, 'lnum'],
    weight: 700,
    faces: [700],
  };
  return fonts.heading === fonts.body ? [body] : [heading, body];
});
type SampleFont = (typeof SAMPLE_FONTS)[number];

export const getSampleFontFile = ({ family }: SampleFont): string =>
  `${family.toLowerCase().replaceAll(' ', '-')}-sample.woff2`;

/** Returns the WOFF2 file of a sample's font with the weights and the digits of checkout pages. */
export const subsetSampleFont = ({ family, characters, features, weight }: SampleFont): Promise<Buffer> => {
  const name = family.toLowerCase().replaceAll(' ', '-');
  return subsetFont(readFileSync(path.join(PACKAGES, name, `files/${name}-latin-wght-normal.woff2`)), characters, {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: features,
    variationAxes: { wght: weight },
  });
};

/** Returns the stylesheet of the samples: the faces of checkout pages, then smaller faces of the same weights. */
export function formatSampleFontStyles(): string {
  const imports = SAMPLE_FONTS.map(
    ({ family }) => `@import '../../checkout-page/fonts/${family.toLowerCase().replaceAll(' ', '-')}.css';`,
  );
  const faces = SAMPLE_FONTS.flatMap((font) =>
    font.faces.map(
      (weight) => `@font-face {
  font-family: '${font.family}';
  font-weight: ${weight};
  font-display: swap;
  src: url('./fonts/${getSampleFontFile(font)}') format('woff2');
  unicode-range: ${listUnicodeRanges(font.characters)};
}`,
    ),
  );
  return ['/* Written by `npm run fonts`. */', ...imports, ...faces, ''].join('\n');
}

function listUnicodeRanges(text: string): string {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0).toSorted((one, other) => one - other);
  const toHex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');
  const ranges: { first: number; last: number }[] = [];
  for (const code of codes) {
    const range = ranges.at(-1);
    if (range && code === range.last + 1) range.last = code;
    else ranges.push({ first: code, last: code });
  }
  return ranges.map(({ first, last }) => `U+${toHex(first)}${last > first ? `-${toHex(last)}` : ''}`).join(', ');
}

if (import.meta.main) {
  for (const font of FONTS) writeFileSync(path.join(FOLDER, `${font.file}.woff2`), await subsetInterfaceFont(font));
  writeFileSync(path.join(FOLDER, 'interface-fonts.css'), formatFontStyles());
  for (const font of SAMPLE_FONTS)
    writeFileSync(path.join(SITE_FOLDER, 'fonts', getSampleFontFile(font)), await subsetSampleFont(font));
  writeFileSync(path.join(SITE_FOLDER, 'sample-fonts.css'), formatSampleFontStyles());
}
