import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { Font } from 'satori';
import subsetFont from 'subset-font';

import type { FontFamily } from '#domain/fonts.ts';

/** The characters for which a TrueType font has a glyph, read from its `cmap` table (formats 4 and 12). */
function readFontCharacters(font: Uint8Array): Set<string> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const cmap = findTable(view, 'cmap');
  const codes = new Set<number>();
  for (let record = 0; record < view.getUint16(cmap + 2); record++) {
    const subtable = cmap + view.getUint32(cmap + 8 + record * 8);
    const format = view.getUint16(subtable);
    if (format === 4) addSegments(view, subtable, codes);
    if (format === 12) addGroups(view, subtable, codes);
  }
  return new Set([...codes].map((code) => String.fromCodePoint(code)));
}

function findTable(view: DataView, tag: string): number {
  for (let entry = 12; entry < 12 + view.getUint16(4) * 16; entry += 16) {
    const name = [0, 1, 2, 3].map((byte) => String.fromCharCode(view.getUint8(entry + byte))).join('');
    if (name === tag) return view.getUint32(entry + 8);
  }
  throw new Error(`The font has no ${tag} table`);
}

function addSegments(view: DataView, subtable: number, codes: Set<number>): void {
  const arrayBytes = view.getUint16(subtable + 6);
  const [endCodes, startCodes] = [subtable + 14, subtable + 16 + arrayBytes];
  for (let segment = 0; segment < arrayBytes; segment += 2) {
    const start = view.getUint16(startCodes + segment);
    const delta = view.getUint16(startCodes + arrayBytes + segment);
    const offsetPosition = startCodes + 2 * arrayBytes + segment;
    const offset = view.getUint16(offsetPosition);
    for (let code = start; code <= view.getUint16(endCodes + segment) && code < 0xffff; code++) {
      const glyph = offset === 0 ? code + delta : view.getUint16(offsetPosition + offset + 2 * (code - start));
      if ((glyph & 0xffff) !== 0) codes.add(code);
    }
  }
}

function addGroups(view: DataView, subtable: number, codes: Set<number>): void {
  for (let group = 0; group < view.getUint32(subtable + 12); group++) {
    const entry = subtable + 16 + group * 12;
    for (let code = view.getUint32(entry); code <= view.getUint32(entry + 4); code++) codes.add(code);
  }
}

const WEIGHT = 700;
/** Fonts whose package has a file per weight instead of a variable font. */
const STATIC_FONTS: readonly FontFamily[] = ['Lato', 'Poppins'];
/** Fallback fonts for characters that the seller's font lacks: Greek and Cyrillic, Hebrew, symbols, Devanagari. */
const FALLBACK_FONTS: readonly FontFamily[] = ['Inter', 'Open Sans', 'Roboto', 'Poppins'];

type Range = readonly [first: number, last: number];
type Subset = { file: string; ranges: Range[] };

/** Font subsets with the characters of a text, in order of preference, and all characters that they contain. */
export type TextFonts = { fonts: Font[]; families: string; characters: ReadonlySet<string> };

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
      const contained = readFontCharacters(data);
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
