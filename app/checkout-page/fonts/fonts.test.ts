import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { FONT_FAMILIES, FONT_PRESETS } from '#domain/fonts.ts';

import { fontPreloads } from './fonts.ts';

const cssOf = (slug: string) => readFileSync(new URL(`./${slug}.css`, import.meta.url), 'utf8');
const slugOf = (font: string) => font.toLowerCase().replaceAll(' ', '-');

test('defines latin and latin-ext of each font under its own name', () => {
  for (const font of FONT_FAMILIES) {
    const css = cssOf(slugOf(font));
    expect(css).toContain(`font-family: '${font}';`);
    expect(css).toMatch(/-latin-(wght|400)-normal\.woff2/);
    expect(css).toMatch(/-latin-ext-(wght|400)-normal\.woff2/);
    expect(css.split('font-display: swap').length).toBe(css.split("url('").length);
  }
});

test('preloads only files that the stylesheets of the pair contain', () => {
  for (const heading of FONT_FAMILIES)
    for (const body of FONT_FAMILIES) {
      const css = cssOf(slugOf(heading)) + cssOf(slugOf(body));
      for (const address of fontPreloads({ heading, body })) {
        const file = /[^/]+\.woff2/.exec(address)?.[0] ?? 'none';
        expect(css).toContain(`files/${file}`);
      }
    }
});

test('preloads one file per variable font and the bold file of a body font that is not variable', () => {
  expect(fontPreloads(FONT_PRESETS.modern)).toHaveLength(1);
  expect(fontPreloads(FONT_PRESETS.classic)).toHaveLength(2);
  expect(fontPreloads(FONT_PRESETS.elegant)).toHaveLength(3);
  expect(fontPreloads(FONT_PRESETS.bold)).toHaveLength(2);
});

test('defines a metric-compatible fallback of each font for regular and bold text', () => {
  for (const font of FONT_FAMILIES) {
    const css = cssOf(slugOf(font));
    expect(css.split(`font-family: '${font} Stand-in';`)).toHaveLength(3);
    for (const adjusted of ['size-adjust', 'ascent-override', 'descent-override'])
      expect(css.split(new RegExp(`${adjusted}: [\\d.]+%`))).toHaveLength(3);
  }
});
