import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import {
  FONTS,
  SAMPLE_FONTS,
  formatFontStyles,
  formatSampleFontStyles,
  getSampleFontFile,
  subsetInterfaceFont,
  subsetSampleFont,
} from '../subset-fonts.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../app/styles/fonts');
const SITE_FOLDER = path.resolve(import.meta.dirname, '../../app/features/site');

test('the font files of the interface are those that `npm run fonts` writes', async () => {
  expect(readFileSync(path.join(FOLDER, 'interface-fonts.css'), 'utf8')).toBe(formatFontStyles());
  for (const font of FONTS) {
    const file = readFileSync(path.join(FOLDER, `${font.file}.woff2`));
    expect([font.file, file.equals(await subsetInterfaceFont(font))]).toEqual([font.file, true]);
  }
});

test('the font files of the sample pages are those that `npm run fonts` writes', async () => {
  expect(readFileSync(path.join(SITE_FOLDER, 'sample-fonts.css'), 'utf8')).toBe(formatSampleFontStyles());
  for (const font of SAMPLE_FONTS) {
    const file = readFileSync(path.join(SITE_FOLDER, 'fonts', getSampleFontFile(font)));
    expect([font.family, file.equals(await subsetSampleFont(font))]).toEqual([font.family, true]);
  }
});
