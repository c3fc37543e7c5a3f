// `npm run fonts`: writes the font files of the interface and of the public site into app/styles/fonts, with only the
// characters of English text and only the weights and widths that the styles use. Other characters come from the full files.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import subsetFont from 'subset-font';

import { SAMPLE_PAGES } from '#content/sample-pages.ts';

const FOLDER = path.resolve(import.meta.dirname, '../app/styles/fonts');
const SITE_FOLDER = path.resolve(import.meta.dirname, '../app/features/site');

const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
const CHARACTERS = `${ASCII}\u00A0©®°·×é–—‘’“”•…→€£¥™−`;

const FEATURES = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum'];

type Range = { min: number; max: number; default: number };
/** `weight`, `stretch`: what the styles use. `fullRanges`: the descriptors of the full files' faces. */
type InterfaceFont = { family: string; name: string; weight: Range; stretch: Range; fullRanges: string };

export const FONTS: readonly InterfaceFont[] = [
  {
    family: 'Archivo Variable',
    name: 'archivo',
    weight: { min: 400, max: 800, default: 400 },
    stretch: { min: 74, max: 112, default: 100 },
    fullRanges: 'font-weight: 100 900; font-stretch: 62% 125%;',
  },
  {
    family: 'Martian Mono Variable',
    name: 'martian-mono',
    weight: { min: 400, max: 700, default: 400 },
    stretch: { min: 75, max: 100, default: 100 },
    fullRanges: 'font-weight: 100 800; font-stretch: 75% 112.5%;',
  },
];

/** Returns the WOFF2 file of a font with the characters, weights and widths of the interface. */
export const subsetInterfaceFont = ({ name, weight, stretch }: InterfaceFont): Promise<Buffer> =>
  subsetFont(
    readFileSync(
      path.resolve(
        import.meta.dirname,
        `../node_modules/@fontsource-variable/${name}/files/${name}-latin-standard-normal.woff2`,
      ),
    ),
    CHARACTERS,
    {
      targetFormat: 'woff2',
      noHinting: true,
      keepFeatures: FEATURES,
      variationAxes: { wght: weight, wdth: stretch },
    },
  );

/**
 * Returns the stylesheet. A browser combines only faces with the same weights and widths, and takes a character from the last
 * of them whose `unicode-range` has it.
 */
export function formatFontStyles(): string {
  const imports = FONTS.map(({ name }) => `@import '@fontsource-variable/${name}/standard.css';`);
  const faces = FONTS.map(
    ({ family, name, fullRanges }) => `@font-face {
  font-family: '${family}';
  font-display: swap;
  ${fullRanges}
  src: url('./${name}.woff2') format('woff2');
  unicode-range: ${listUnicodeRanges(CHARACTERS)};
}`,
  );
  return ['/* Written by `npm run fonts`. */', ...imports, ...faces, ''].join('\n');
}

/** Fonts of the front page's sample pages. Headings show few characters. */
export const SAMPLE_FONTS = SAMPLE_PAGES.flatMap(({ config: { fonts, productName, price } }) => {
  const body = { family: fonts.body, characters: CHARACTERS };
  const heading = {
    family: fonts.heading,
    characters: [...new Set(`${productName}${price}$ USD`)].toSorted().join(''),
  };
  return fonts.heading === fonts.body ? [body] : [heading, body];
});
type SampleFont = (typeof SAMPLE_FONTS)[number];

export const getSampleFontFile = ({ family }: SampleFont): string =>
  `${family.toLowerCase().replaceAll(' ', '-')}-sample.woff2`;

/** Returns the WOFF2 file of a sample's font with the weights and the digits of checkout pages. */
export const subsetSampleFont = ({ family, characters }: SampleFont): Promise<Buffer> => {
  const name = family.toLowerCase().replaceAll(' ', '-');
  const file = `../node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  return subsetFont(readFileSync(path.resolve(import.meta.dirname, file)), characters, {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: [...FEATURES, 'lnum'],
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  });
};

/** Returns the stylesheet of the samples: the faces of checkout pages, then smaller faces of the same weights. */
export function formatSampleFontStyles(): string {
  const imports = SAMPLE_FONTS.map(
    ({ family }) => `@import '../../checkout-page/fonts/${family.toLowerCase().replaceAll(' ', '-')}.css';`,
  );
  const faces = SAMPLE_FONTS.flatMap((font) =>
    [400, 700].map(
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
  for (const font of FONTS) writeFileSync(path.join(FOLDER, `${font.name}.woff2`), await subsetInterfaceFont(font));
  writeFileSync(path.join(FOLDER, 'interface-fonts.css'), formatFontStyles());
  for (const font of SAMPLE_FONTS)
    writeFileSync(path.join(SITE_FOLDER, 'fonts', getSampleFontFile(font)), await subsetSampleFont(font));
  writeFileSync(path.join(SITE_FOLDER, 'sample-fonts.css'), formatSampleFontStyles());
}
