import type { CSSProperties } from 'react';

import { accentShades, DEFAULT_ACCENT } from '#domain/accent.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { familyOf } from '#domain/fonts.ts';

const COLOR = /^#[0-9a-f]{6}$/i;

/** Returns the CSS variables of the stylesheet that differ between pages. */
export function pageStyle({
  accentColor,
  fonts,
}: Pick<PublicCheckoutConfig, 'accentColor' | 'fonts'>): CSSProperties {
  const shades = accentShades(COLOR.test(accentColor) ? accentColor : DEFAULT_ACCENT);
  const variables = {
    '--a': shades.accent,
    '--a-fill': shades.fill,
    '--a-hover': shades.hover,
    '--a-edge': shades.edge ?? 'transparent',
    '--on-a': shades.onFill,
    '--a-text': shades.text,
    '--fh': familyOf(fonts.heading),
    '--fb': familyOf(fonts.body),
  };
  return variables as CSSProperties;
}
