import { createContext, useContext } from 'react';

import { accentShades } from '#domain/accent.ts';

import { coloursFor, type Colours, type MailColour } from './mail-colours.ts';
import type { MailLook } from './mail-words.ts';

const FILLS = ['counter', 'counter-2', 'paper', 'enamel', 'enamel-deep', 'key', 'stripe', 'canary'] as const;
const LETTERS = ['ink', 'ink-2', 'ink-3', 'on-key', 'on-canary'] as const;
const EDGES = ['line', 'key-lip'] as const;

/** Colors of one email, for elements and the stylesheet. */
export type Paint = {
  /** The color in light mode. */
  light: (colour: MailColour) => string;
  /** Attributes of a cell's background: the light color inline, and a class that dark mode overrides. */
  fill: (colour: (typeof FILLS)[number], classes?: string) => { className: string; bgcolor: string };
  style: string;
  /** True if buttons are so pale that they need an outline. */
  outlined: boolean;
};

const darkRules = (colours: Colours, letters: string, grounds: string): string =>
  [
    ...FILLS.map((name) => `${grounds}.b-${name}{background-color:${colours[name][1]} !important}`),
    ...LETTERS.map((name) => `${letters}.c-${name}{color:${colours[name][1]} !important}`),
    ...EDGES.map((name) => `${letters}.l-${name}{border-color:${colours[name][1]} !important}`),
  ].join('');

/** Rules that attributes cannot express: dark mode and narrow screens. `data-ogs…` is dark mode of Outlook on the web. */
const styleOf = (colours: Colours): string =>
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    'body{margin:0;padding:0;-webkit-text-size-adjust:100%}',
    `@media (prefers-color-scheme:dark){${darkRules(colours, '', '')}}`,
    darkRules(colours, '[data-ogsc] ', '[data-ogsb] '),
    '@media (max-width:480px){.pad{padding-left:20px !important;padding-right:20px !important}.pad-left{padding-left:20px !important}.flag{font-size:25px !important}.plate{padding-left:5px !important;padding-right:5px !important}.fact{white-space:normal !important}.many{font-size:19px !important}.many.plate{padding-left:3px !important;padding-right:3px !important}.sum{font-size:26px !important}.paper{padding:14px !important}.line{font-size:13px !important}.total{font-size:14px !important}}',
  ].join('');

export function paintOf(look: MailLook): Paint {
  const colours = coloursFor(look);
  const light = (colour: MailColour): string => colours[colour][0];
  return {
    light,
    fill: (colour, classes = '') => ({ className: `b-${colour} ${classes}`.trim(), bgcolor: light(colour) }),
    style: styleOf(colours),
    outlined: look.kind === 'seller' && accentShades(look.accent).edge !== null,
  };
}

const HousePaint = createContext(paintOf({ kind: 'house' }));
export const PaintProvider = HousePaint.Provider;
export const usePaint = (): Paint => useContext(HousePaint);
