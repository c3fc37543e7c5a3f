import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { FONTS, formatFontStyles, subsetInterfaceFont } from '../subset-fonts.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../app/styles/fonts');

test('the font files of the interface are those that `npm run fonts` writes', async () => {
  expect(readFileSync(path.join(FOLDER, 'interface-fonts.css'), 'utf8')).toBe(formatFontStyles());
  for (const font of FONTS) {
    const file = readFileSync(path.join(FOLDER, `${font.name}.woff2`));
    expect([font.name, file.equals(await subsetInterfaceFont(font))]).toEqual([font.name, true]);
  }
});
