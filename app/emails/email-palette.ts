import { createContext, useContext } from 'react';

import { createAccentShades } from '#domain/accent-color.ts';

import { getThemeColors, type EmailColors, type EmailColor } from './email-colors.ts';
import type { EmailTheme } from './email-content.ts';

/** Attributes of a layout table. */
export const LAYOUT_TABLE_PROPS = {
  role: 'presentation',
  width: '100%',
  cellPadding: 0,
  cellSpacing: 0,
  border: 0,
} as const;

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

/** Colors of one email, for elements and the stylesheet. */
export type EmailPalette = {
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
    '@media (max-width:480px){.pad{padding-left:20px !important;padding-right:20px !important}.pad-left{padding-left:20px !important}.flag{font-size:25px !important}.plate{padding-left:5px !important;padding-right:5px !important}.fact{white-space:normal !important}.many{font-size:19px !important}.many.plate{padding-left:3px !important;padding-right:3px !important}.sum{font-size:26px !important}.paper{padding:14px !important}.line{font-size:13px !important}.total{font-size:14px !important}}',
  ].join('');

export function createPalette(theme: EmailTheme): EmailPalette {
  const colors = getThemeColors(theme);
  const light = (color: EmailColor): string => colors[color][0];
  return {
    light,
    background: (color, classes = '') => ({
      className: `b-${color} ${classes}`.trim(),
      bgcolor: light(color),
    }),
    stylesheet: createStylesheet(colors),
    hasButtonOutline: theme.kind === 'seller' && createAccentShades(theme.accent).outline !== null,
  };
}

const PaletteContext = createContext(createPalette({ kind: 'house' }));
export const PaletteProvider = PaletteContext.Provider;
export const usePalette = (): EmailPalette => useContext(PaletteContext);
