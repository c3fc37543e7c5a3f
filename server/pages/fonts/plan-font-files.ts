import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { FontFamily, FontPair, FontTexts, FontWeight } from '#domain/fonts.ts';
import { includesCharacter, listFontFiles } from '#server/images/font-package-files.ts';

import type { SubsetJob } from './subset-thread.ts';

/** A font file that a page needs: what to make, its name, and the face that it belongs to. */
export type PlannedFontFile = { name: string; family: FontFamily; weight: FontWeight; job: SubsetJob };

/** The files that the stylesheets of the fonts declare too, so that other characters come from those. */
const DECLARED_FILE = /-latin(-ext)?-[^/]+$/;

/** Plans the files of a page: one per font, weight and file of the font's package that has some of the characters. */
export async function planFontFiles({ heading, body }: FontPair, texts: FontTexts): Promise<PlannedFontFile[]> {
  const faces =
    heading === body
      ? [planFace(body, 700, texts.heading + texts.bold), planFace(body, 400, texts.regular)]
      : [planFace(heading, 700, texts.heading), planFace(body, 400, texts.regular), planFace(body, 700, texts.bold)];
  return (await Promise.all(faces)).flat();
}

async function planFace(family: FontFamily, weight: FontWeight, text: string): Promise<PlannedFontFile[]> {
  const planned: PlannedFontFile[] = [];
  const missing = new Set(text.normalize() + text);
  for (const file of await listFontFiles(family, weight)) {
    if (!DECLARED_FILE.test(file.path)) continue;
    const characters = [...missing].filter((character) => includesCharacter(file, character)).sort();
    if (characters.length === 0) continue;
    for (const character of characters) missing.delete(character);
    const { path, variationAxes } = file;
    const job = { path, characters: characters.join(''), ...(variationAxes && { variationAxes }) };
    planned.push({ name: await nameOf(job), family, weight, job });
  }
  return planned;
}

/** Names a file by a hash of what it is made from: equal names have equal contents. */
async function nameOf({ path, ...options }: SubsetJob): Promise<string> {
  return `${hashOf(await readFile(path), JSON.stringify(options))}.woff2`;
}

const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 22);
};

/**
 * Creates the stylesheet of a page's files. The stylesheets of the fonts come first, because browsers prefer the last face that
 * has a character. All are in one file: while only the full faces are known, a browser would load their files.
 */
export function createFontStylesheet(
  sources: readonly string[],
  files: readonly PlannedFontFile[],
): { name: string; css: string } {
  const css = [...sources, ...files.map(createFontFace)].join('\n');
  return { name: `${hashOf(css)}.css`, css };
}

const createFontFace = ({ name, family, weight, job }: PlannedFontFile): string =>
  `@font-face{font-family:'${family}';font-weight:${weight};font-display:swap;src:url(${name}) format('woff2');unicode-range:${toUnicodeRange(job.characters)}}`;

/** Formats characters as a `unicode-range`: `U+20-7E,U+A0`. */
function toUnicodeRange(characters: string): string {
  const codes = Array.from(characters, (character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const ranges: [first: number, last: number][] = [];
  for (const code of codes) {
    const current = ranges.at(-1);
    if (current?.[1] === code - 1) current[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return ranges.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join();
}
