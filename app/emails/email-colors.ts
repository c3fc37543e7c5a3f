import { createAccentShades, contrastRatio } from '#domain/accent-color.ts';

import type { EmailTheme } from './email-content.ts';

type ColorPair = readonly [light: string, dark: string];

/** The design tokens as sRGB, because email programs support neither variables nor OKLCH. Light first, then dark. */
export const EMAIL_COLORS = {
  counter: ['#eff4f1', '#0c1310'],
  'counter-2': ['#e4eae6', '#1f2824'],
  paper: ['#fcfefd', '#161d1a'],
  enamel: ['#063a29', '#072c1f'],
  'enamel-deep': ['#042217', '#030e09'],
  'on-enamel': ['#f0f8f1', '#f0f8f1'],
  ink: ['#121e18', '#ecf2ee'],
  'ink-2': ['#44504b', '#bbc3be'],
  'ink-3': ['#5e6964', '#97a19b'],
  line: ['#d5dbd7', '#2d3732'],
  key: ['#0e6346', '#62dca6'],
  'key-lip': ['#01422d', '#3ba97d'],
  'on-key': ['#f9fdfa', '#061d14'],
  brass: ['#f8d83e', '#f8d83e'],
  'on-brass': ['#1d220b', '#1d220b'],
  stripe: ['#e93172', '#fb5888'],
  canary: ['#fbf1c0', '#362f12'],
  'on-canary': ['#594100', '#f4e294'],
} as const satisfies Record<string, ColorPair>;

export type EmailColor = keyof typeof EMAIL_COLORS;
export type EmailColors = Record<EmailColor, ColorPair>;

/** Neutral grays for emails to buyers. Colors that these emails never use stay as they are. */
const NEUTRAL_COLORS: EmailColors = {
  ...EMAIL_COLORS,
  counter: ['#f3f4f5', '#111214'],
  'counter-2': ['#e3e5e8', '#2b2d31'],
  paper: ['#ffffff', '#1c1d20'],
  ink: ['#17181a', '#f1f2f3'],
  'ink-2': ['#565a60', '#bfc3c9'],
  'ink-3': ['#63676d', '#9a9fa6'],
  line: ['#d9dce0', '#3a3d42'],
};

/** Minimum contrast of a fill with the dark background. Below it, the fill would be invisible. */
const MIN_DARK_CONTRAST = 1.6;

/** Neutral colors with the seller's accent, darkened until its text is readable. Replaced in dark mode if invisible there. */
function createAccentColors(accent: string): EmailColors {
  const { fill, onFill, graphic, outline: edge } = createAccentShades(accent);
  const { ink, paper } = NEUTRAL_COLORS;
  const isInvisibleInDark = contrastRatio(fill, paper[1]) < MIN_DARK_CONTRAST;
  return {
    ...NEUTRAL_COLORS,
    key: [fill, isInvisibleInDark ? ink[1] : fill],
    'key-lip': [edge ?? fill, isInvisibleInDark ? ink[1] : fill],
    'on-key': [onFill, isInvisibleInDark ? paper[1] : onFill],
    stripe: [graphic, isInvisibleInDark ? ink[1] : fill],
  };
}

export function getThemeColors(theme: EmailTheme): EmailColors {
  if (theme.kind === 'house') return EMAIL_COLORS;
  return createAccentColors(theme.kind === 'plain' ? NEUTRAL_COLORS.ink[0] : theme.accent);
}
