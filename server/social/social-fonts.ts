import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { Font } from 'satori';
import subsetFont from 'subset-font';

import type { Face } from '#domain/fonts.ts';

import { fontCharacters } from './font-characters.ts';

const WEIGHT = 700;
/** Fonts whose package has a file per weight instead of a variable font. */
const STATIC: readonly Face[] = ['Lato', 'Poppins'];
/** Fallback fonts for characters that the seller's font lacks: Greek and Cyrillic, Hebrew, symbols, Devanagari. */
const FALLBACKS: readonly Face[] = ['Inter', 'Open Sans', 'Roboto', 'Poppins'];

type Range = readonly [first: number, last: number];
type Subset = { file: string; ranges: Range[] };

/** Font subsets with the characters of a text, in order of preference, and all characters that they contain. */
export type TextFonts = { fonts: Font[]; families: string; letters: ReadonlySet<string> };

/** Loads the seller's font for a text in bold; family names start with `name`. Characters without a font are left out. */
export async function textFonts(name: string, face: Face, text: string): Promise<TextFonts> {
  const missing = new Set(text);
  const letters = new Set<string>();
  const fonts: Font[] = [];
  for (const source of new Set([face, ...FALLBACKS])) {
    for (const { file, ranges } of await subsetsOf(source)) {
      const wanted = [...missing].filter((letter) => isWithin(ranges, letter));
      if (wanted.length === 0) continue;
      const data = await staticFont(source, file, wanted.join(''));
      const had = fontCharacters(data);
      for (const letter of wanted.filter((one) => had.has(one))) {
        missing.delete(letter);
        letters.add(letter);
      }
      if (wanted.some((letter) => had.has(letter)))
        fonts.push({ name: `${name}-${fonts.length}`, data, weight: WEIGHT });
    }
  }
  return { fonts, families: fonts.map((font) => font.name).join(', '), letters };
}

const installed = (file: string): string => fileURLToPath(import.meta.resolve(file));

async function staticFont(face: Face, file: string, letters: string): Promise<Buffer> {
  const axes = STATIC.includes(face) ? {} : { variationAxes: { wght: WEIGHT } };
  return subsetFont(await readFile(file), letters, { targetFormat: 'truetype', ...axes });
}

/** Files of a font with their Unicode ranges, the one for western languages first. */
async function subsetsOf(face: Face): Promise<Subset[]> {
  const name = face.toLowerCase().replaceAll(' ', '-');
  const [folder, style] = STATIC.includes(face)
    ? [`@fontsource/${name}`, `${WEIGHT}-normal`]
    : [`@fontsource-variable/${name}`, 'wght-normal'];
  const listed: unknown = JSON.parse(await readFile(installed(`${folder}/unicode.json`), 'utf8'));
  return Object.entries(listed as Record<string, string>)
    .reverse()
    .map(([subset, ranges]) => ({
      file: installed(`${folder}/files/${name}-${subset}-${style}.woff2`),
      ranges: ranges.split(',').map(rangeFrom),
    }));
}

/** Parses `U+0000-00FF` or `U+0131`. */
function rangeFrom(text: string): Range {
  const [first = '', last = first] = text.slice('U+'.length).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

function isWithin(ranges: Range[], letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
}
