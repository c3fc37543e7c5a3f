import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import createHarfbuzz from 'harfbuzzjs/hb.js';
import bindHarfbuzz from 'harfbuzzjs/hbjs.js';
import type { Font } from 'satori';
import subsetFont from 'subset-font';

import type { FontFamily } from '#domain/fonts.ts';

const harfbuzz = createHarfbuzz().then(bindHarfbuzz);

/** The characters for which a TrueType font has a glyph. */
async function readFontCharacters(font: Uint8Array): Promise<Set<string>> {
  const { createBlob, createFace } = await harfbuzz;
  const blob = createBlob(font);
  const face = createFace(blob, 0);
  const codes = face.collectUnicodes();
  face.destroy();
  blob.destroy();
  return new Set(Array.from(codes, (code) => String.fromCodePoint(code)));
}

const WEIGHT = 700;
/** Fonts whose package has a file per weight instead of a variable font. */
const STATIC_FONTS: readonly FontFamily[] = ['Lato', 'Poppins'];
/** Fallback fonts for characters that the seller's font lacks: Greek and Cyrillic, Hebrew, symbols, Devanagari. */
const FALLBACK_FONTS: readonly FontFamily[] = ['Inter', 'Open Sans', 'Roboto', 'Poppins'];

type Range = readonly [first: number, last: number];
type Subset = { file: string; ranges: Range[] };

/** Font subsets with the characters of a text, in order of preference, and all characters that they contain. */
type TextFonts = { fonts: Font[]; families: string; characters: ReadonlySet<string> };

/** Loads the seller's font for a text in bold; family names start with `name`. Characters without a font are left out. */
export async function loadTextFonts(name: string, fontFamily: FontFamily, text: string): Promise<TextFonts> {
  const missing = new Set(text);
  const characters = new Set<string>();
  const fonts: Font[] = [];
  for (const family of new Set([fontFamily, ...FALLBACK_FONTS])) {
    for (const { file, ranges } of await listSubsets(family)) {
      const available = [...missing].filter((character) => isWithin(ranges, character));
      if (available.length === 0) continue;
      const data = await subsetFontFile(family, file, available.join(''));
      const contained = await readFontCharacters(data);
      for (const character of available.filter((candidate) => contained.has(candidate))) {
        missing.delete(character);
        characters.add(character);
      }
      if (available.some((character) => contained.has(character)))
        fonts.push({ name: `${name}-${fonts.length}`, data, weight: WEIGHT });
    }
  }
  return { fonts, families: fonts.map((font) => font.name).join(', '), characters };
}

const resolveFile = (file: string): string => fileURLToPath(import.meta.resolve(file));

async function subsetFontFile(fontFamily: FontFamily, file: string, characters: string): Promise<Buffer> {
  const axes = STATIC_FONTS.includes(fontFamily) ? {} : { variationAxes: { wght: WEIGHT } };
  return subsetFont(await readFile(file), characters, { targetFormat: 'truetype', ...axes });
}

/** Files of a font with their Unicode ranges, the one for western languages first. */
async function listSubsets(fontFamily: FontFamily): Promise<Subset[]> {
  const name = fontFamily.toLowerCase().replaceAll(' ', '-');
  const [folder, style] = STATIC_FONTS.includes(fontFamily)
    ? [`@fontsource/${name}`, `${WEIGHT}-normal`]
    : [`@fontsource-variable/${name}`, 'wght-normal'];
  const unicodeRanges: unknown = JSON.parse(await readFile(resolveFile(`${folder}/unicode.json`), 'utf8'));
  return Object.entries(unicodeRanges as Record<string, string>)
    .reverse()
    .map(([subset, ranges]) => ({
      file: resolveFile(`${folder}/files/${name}-${subset}-${style}.woff2`),
      ranges: ranges.split(',').map(parseRange),
    }));
}

/** Parses `U+0000-00FF` or `U+0131`. */
function parseRange(text: string): Range {
  const [first = '', last = first] = text.slice('U+'.length).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

function isWithin(ranges: Range[], character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
}
