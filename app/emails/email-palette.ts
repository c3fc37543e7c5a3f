import { contrastRatio, createAccentShades } from '#domain/accent-color.ts';
import { isSerif, type FontFamily } from '#domain/fonts.ts';

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

type EmailColor = keyof typeof EMAIL_COLORS;
type EmailColors = Record<EmailColor, ColorPair>;

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

const SANS_SERIF_FONTS = "'Helvetica Neue',Helvetica,Arial,sans-serif";
const HOUSE_FONTS = `Archivo,${SANS_SERIF_FONTS}`;

/** Emails load no fonts: the seller's font appears where it is installed, and elsewhere a system font of its kind. */
const getFontStack = (family: FontFamily): string =>
  `'${family}',${isSerif(family) ? "Georgia,'Times New Roman',serif" : SANS_SERIF_FONTS}`;

function getThemeFonts(theme: EmailTheme): EmailPalette['fonts'] {
  if (theme.kind !== 'seller' || !theme.fonts) return { heading: HOUSE_FONTS, body: HOUSE_FONTS };
  return { heading: getFontStack(theme.fonts.heading), body: getFontStack(theme.fonts.body) };
}

/** Prevents long words from widening the layout. */
export const BREAK_ANYWHERE = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;

const BACKGROUND_COLORS = [
  'counter',
  'counter-2',
  'paper',
  'enamel',
  'enamel-deep',
  'key',
  'stripe',
  'canary',
] as const;
const TEXT_COLORS = ['ink', 'ink-2', 'ink-3', 'on-key', 'on-canary'] as const;
const BORDER_COLORS = ['line', 'key-lip'] as const;

/** Colors and fonts of one email, for elements and the stylesheet. */
export type EmailPalette = {
  /** CSS font-family lists. */
  fonts: { heading: string; body: string };
  /** The color in light mode. */
  light: (color: EmailColor) => string;
  /** Attributes of a cell's background: the light color inline, and a class that dark mode overrides. */
  background: (color: (typeof BACKGROUND_COLORS)[number], classes?: string) => { className: string; bgcolor: string };
  stylesheet: string;
  /** True if buttons are so pale that they need an outline. */
  hasButtonOutline: boolean;
};

const createDarkRules = (colors: EmailColors, textSelector: string, backgroundSelector: string): string =>
  [
    ...BACKGROUND_COLORS.map(
      (name) => `${backgroundSelector}.b-${name}{background-color:${colors[name][1]} !important}`,
    ),
    ...TEXT_COLORS.map((name) => `${textSelector}.c-${name}{color:${colors[name][1]} !important}`),
    ...BORDER_COLORS.map((name) => `${textSelector}.l-${name}{border-color:${colors[name][1]} !important}`),
  ].join('');

/** Rules that attributes cannot express: dark mode and narrow screens. `data-ogs…` is dark mode of Outlook on the web. */
const createStylesheet = (colors: EmailColors): string =>
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    'body{margin:0;padding:0;-webkit-text-size-adjust:100%}',
    `@media (prefers-color-scheme:dark){${createDarkRules(colors, '', '')}}`,
    createDarkRules(colors, '[data-ogsc] ', '[data-ogsb] '),
    '@media (max-width:480px){.pad{padding-left:20px !important;padding-right:20px !important}.pad-left{padding-left:20px !important}.flag{font-size:25px !important}.plate{padding-left:5px !important;padding-right:5px !important}.fact,.value{display:block !important;width:auto !important;text-align:left !important}.fact{padding-bottom:0 !important;font-size:14px !important}.value{border-top:0 !important;padding-top:0 !important}.many{font-size:19px !important}.many.plate{padding-left:3px !important;padding-right:3px !important}.sum{font-size:26px !important}.paper{padding:14px !important}.line{font-size:13px !important}.total{font-size:14px !important}}',
  ].join('');

export function createPalette(theme: EmailTheme): EmailPalette {
  const colors = getThemeColors(theme);
  const light = (color: EmailColor): string => colors[color][0];
  return {
    fonts: getThemeFonts(theme),
    light,
    background: (color, classes = '') => ({
      className: `b-${color} ${classes}`.trim(),
      bgcolor: light(color),
    }),
    stylesheet: createStylesheet(colors),
    hasButtonOutline: theme.kind === 'seller' && createAccentShades(theme.accent).outline !== null,
  };
}
