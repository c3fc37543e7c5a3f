import type { CSSProperties } from 'react';

import { createAccentShades, DEFAULT_ACCENT, isHexColor } from '#domain/accent-color.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { getFontStack } from '#domain/fonts.ts';

/** Returns the CSS variables that differ between pages. Their names are short, because every document contains them. */
export function getPageStyle({
  accentColor,
  fonts,
}: Pick<PublicCheckoutConfig, 'accentColor' | 'fonts'>): CSSProperties {
  const shades = createAccentShades(isHexColor(accentColor) ? accentColor : DEFAULT_ACCENT);
  const variables = {
    '--a': shades.accent,
    '--a-fill': shades.fill,
    '--a-hover': shades.hover,
    '--a-edge': shades.outline ?? 'transparent',
    '--on-a': shades.onFill,
    '--a-text': shades.text,
    '--fh': getFontStack(fonts.heading),
    '--fb': getFontStack(fonts.body),
  };
  return variables as CSSProperties;
}
