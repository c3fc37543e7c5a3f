import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { FontFamily, FontWeight } from '#domain/fonts.ts';

/** Fonts whose package has a file per weight instead of a variable font. */
const STATIC_FONTS: readonly FontFamily[] = ['Lato', 'Poppins'];

type Range = readonly [first: number, last: number];

/** A file of a font package with the characters that it is for, and the axes to pin for the weight. */
export type FontFile = { path: string; ranges: Range[]; variationAxes?: { wght: number } };

const resolveFile = (file: string): string => fileURLToPath(import.meta.resolve(file));

/** Files of a font in one weight, the one for western languages first. */
export async function listFontFiles(fontFamily: FontFamily, weight: FontWeight): Promise<FontFile[]> {
  const name = fontFamily.toLowerCase().replaceAll(' ', '-');
  const isStatic = STATIC_FONTS.includes(fontFamily);
  const [folder, style] = isStatic
    ? [`@fontsource/${name}`, `${weight}-normal`]
    : [`@fontsource-variable/${name}`, 'wght-normal'];
  const unicodeRanges: unknown = JSON.parse(await readFile(resolveFile(`${folder}/unicode.json`), 'utf8'));
  return Object.entries(unicodeRanges as Record<string, string>)
    .reverse()
    .map(([subset, ranges]) => ({
      path: resolveFile(`${folder}/files/${name}-${subset}-${style}.woff2`),
      ranges: ranges.split(',').map(parseRange),
      ...(isStatic ? {} : { variationAxes: { wght: weight } }),
    }));
}

/** Parses `U+0000-00FF` or `U+0131`. */
function parseRange(text: string): Range {
  const [first = '', last = first] = text.slice('U+'.length).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/** Returns whether a font file is for this character. */
export function includesCharacter({ ranges }: FontFile, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
}
