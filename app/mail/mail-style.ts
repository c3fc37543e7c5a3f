type Pair = readonly [light: string, dark: string];

/** The tokens that mail uses, as sRGB: mail programs know neither variables nor OKLCH. Light first, then dark. */
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

const FILLS = ['counter', 'counter-2', 'paper', 'enamel', 'enamel-deep', 'key', 'stripe', 'canary'] as const;
const LETTERS = ['ink', 'ink-2', 'ink-3', 'on-key', 'on-canary'] as const;
const EDGES = ['line', 'key-lip'] as const;

export const light = (colour: MailColour): string => MAIL_COLOURS[colour][0];

/** A cell's ground: the light one stands in the element itself, and the class lets the dark one take its place. */
export const fill = (colour: (typeof FILLS)[number], classes = '') => ({
  className: `b-${colour} ${classes}`.trim(),
  bgcolor: light(colour),
});

const darkRules = (letters: string, grounds: string): string =>
  [
    ...FILLS.map((name) => `${grounds}.b-${name}{background-color:${MAIL_COLOURS[name][1]} !important}`),
    ...LETTERS.map((name) => `${letters}.c-${name}{color:${MAIL_COLOURS[name][1]} !important}`),
    ...EDGES.map((name) => `${letters}.l-${name}{border-color:${MAIL_COLOURS[name][1]} !important}`),
  ].join('');

/** What no attribute can say: the night, and narrow screens. `data-ogs…`: Outlook on the web by night. */
export const MAIL_STYLE = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  'body{margin:0;padding:0;-webkit-text-size-adjust:100%}',
  `@media (prefers-color-scheme:dark){${darkRules('', '')}}`,
  darkRules('[data-ogsc] ', '[data-ogsb] '),
  '@media (max-width:480px){.pad{padding-left:20px !important;padding-right:20px !important}.pad-left{padding-left:20px !important}.flag{font-size:25px !important}.plate{padding-left:5px !important;padding-right:5px !important}}',
].join('');
