import { readFile } from 'node:fs/promises';

import createHarfbuzz from 'harfbuzzjs/hb.js';
import bindHarfbuzz from 'harfbuzzjs/hbjs.js';
import type { Font } from 'satori';
import subsetFont from 'subset-font';

import type { FontFamily } from '#domain/fonts.ts';
import { includesCharacter, listFontFiles, type FontFile } from '#server/images/font-package-files.ts';

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
/** Fallback fonts for characters that the seller's font lacks: Greek and Cyrillic, Hebrew, symbols, Devanagari. */
const FALLBACK_FONTS: readonly FontFamily[] = ['Inter', 'Open Sans', 'Roboto', 'Poppins'];

/** Font subsets with the characters of a text, in order of preference, and all characters that they contain. */
type TextFonts = { fonts: Font[]; families: string; characters: ReadonlySet<string> };

/** Loads the seller's font for a text in bold; family names start with `name`. Characters without a font are left out. */
export async function loadTextFonts(name: string, fontFamily: FontFamily, text: string): Promise<TextFonts> {
  const missing = new Set(text);
  const characters = new Set<string>();
  const fonts: Font[] = [];
  for (const family of new Set([fontFamily, ...FALLBACK_FONTS])) {
    for (const file of await listFontFiles(family, WEIGHT)) {
      const available = [...missing].filter((character) => includesCharacter(file, character));
      if (available.length === 0) continue;
      const data = await subsetFontFile(file, available.join(''));
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

const subsetFontFile = async ({ path, variationAxes }: FontFile, characters: string): Promise<Buffer> =>
  subsetFont(await readFile(path), characters, { targetFormat: 'truetype', ...(variationAxes && { variationAxes }) });
