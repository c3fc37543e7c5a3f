import { accentShades, contrastOf } from '#domain/accent.ts';

import type { MailLook } from './mail-words.ts';

type Pair = readonly [light: string, dark: string];

/** The design tokens as sRGB, because email programs support neither variables nor OKLCH. Light first, then dark. */
export const MAIL_COLOURS = {
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
} as const satisfies Record<string, Pair>;

export type MailColour = keyof typeof MAIL_COLOURS;
export type Colours = Record<MailColour, Pair>;

/** Neutral grays for emails to buyers. Colors that these emails never use stay as they are. */
const PLAIN: Colours = {
  ...MAIL_COLOURS,
  counter: ['#f3f4f5', '#111214'],
  'counter-2': ['#e3e5e8', '#2b2d31'],
  paper: ['#ffffff', '#1c1d20'],
  ink: ['#17181a', '#f1f2f3'],
  'ink-2': ['#565a60', '#bfc3c9'],
  'ink-3': ['#63676d', '#9a9fa6'],
  line: ['#d9dce0', '#3a3d42'],
};

/** Minimum contrast of a fill with the dark background. Below it, the fill would be invisible. */
const LOST = 1.6;

/** Neutral colors with the seller's accent, darkened until its text is readable. Replaced in dark mode if invisible there. */
function coloursOf(accent: string): Colours {
  const { fill, onFill, graphic, edge } = accentShades(accent);
  const { ink, paper } = PLAIN;
  const isLost = contrastOf(fill, paper[1]) < LOST;
  return {
    ...PLAIN,
    key: [fill, isLost ? ink[1] : fill],
    'key-lip': [edge ?? fill, isLost ? ink[1] : fill],
    'on-key': [onFill, isLost ? paper[1] : onFill],
    stripe: [graphic, isLost ? ink[1] : fill],
  };
}

export function coloursFor(look: MailLook): Colours {
  if (look.kind === 'house') return MAIL_COLOURS;
  return coloursOf(look.kind === 'plain' ? PLAIN.ink[0] : look.accent);
}
