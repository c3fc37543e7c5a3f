import { expect, test } from 'vitest';

import { FONT_FAMILIES, getFontStack, FONT_PRESETS, getFontPreset, type FontPreset } from './fonts.ts';

test('defines the eight font presets of the specification', () => {
  const pairs = Object.entries(FONT_PRESETS).map(([name, { heading, body }]) => `${name} ${heading}/${body}`);
  expect(pairs).toEqual([
    'modern Inter/Inter',
    'classic Playfair Display/Lora',
    'professional Montserrat/Open Sans',
    'elegant Cormorant Garamond/Lato',
    'bold Poppins/Roboto',
    'minimal Work Sans/Work Sans',
    'friendly Quicksand/Nunito',
    'tech Space Grotesk/IBM Plex Sans',
  ]);
});

test('maps every font pair to its preset or to custom', () => {
  for (const heading of FONT_FAMILIES)
    for (const body of FONT_FAMILIES) {
      const preset = getFontPreset({ heading, body });
      if (preset === 'custom') continue;
      expect(FONT_PRESETS[preset]).toEqual({ heading, body });
    }
  for (const name of Object.keys(FONT_PRESETS) as FontPreset[]) expect(getFontPreset(FONT_PRESETS[name])).toBe(name);
  expect(getFontPreset({ heading: 'Inter', body: 'Lora' })).toBe('custom');
});

test('uses every font in a preset', () => {
  const used = Object.values(FONT_PRESETS).flatMap(({ heading, body }) => [heading, body]);
  expect(FONT_FAMILIES.filter((family) => !used.some((one) => one === family))).toEqual([]);
});

test('starts a font stack with the font itself and ends it with a generic family', () => {
  for (const family of FONT_FAMILIES) expect(getFontStack(family)).toMatch(new RegExp(`^'${family}', .*serif$`));
  expect(getFontStack('Lora')).toBe("'Lora', 'Lora Stand-in', Georgia, serif");
  expect(getFontStack('Inter')).toBe("'Inter', 'Inter Stand-in', system-ui, sans-serif");
});
