export const DEFAULT_ACCENT = '#a855f7';
const DARK_TEXT = '#17181a';
const MAX_DARKENING = 0.09;
const HOVER_STEP = 0.045;
/** A fill with less contrast to white than this gets an outline. */
const MIN_FILL_CONTRAST = 1.35;

export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

type Oklch = { l: number; c: number; h: number };
type Rgb = [number, number, number];

/** Shades of the seller's accent color that keep everything on it readable. All values are `#rrggbb`. */
type AccentShades = {
  accent: string;
  fill: string;
  onFill: string;
  /** Fill on hover: slightly further from the text color. */
  hover: string;
  /** Outline of a fill that would be invisible on white; null if none is needed. */
  outline: string | null;
  text: string;
  graphic: string;
};

const parseChannels = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255].map((channel) => channel / 255) as Rgb;
};
const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const toGamma = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055);

/** WCAG 2 contrast ratio of two `#rrggbb` colors, 1 to 21. */
export function contrastRatio(colorA: string, colorB: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = parseChannels(hex).map(toLinear) as Rgb;
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light, dark] = [luminance(colorA), luminance(colorB)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function toOklch(hex: string): Oklch {
  const [r, g, b] = parseChannels(hex).map(toLinear) as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  };
}

function toHex({ l, c, h }: Oklch): string {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const [ll, m, s] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const linear = [
    4.0767416621 * ll - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * ll + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * ll - 0.7034186147 * m + 1.707614701 * s,
  ];
  const byte = (channel: number) => Math.round(Math.min(1, Math.max(0, toGamma(Math.max(0, channel)))) * 255);
  return `#${linear.map((channel) => byte(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Lowers the lightness until white on the color reaches the ratio; null if that takes more than `maxDarkening`. */
function darkenToContrast(hex: string, ratio: number, maxDarkening: number): string | null {
  if (contrastRatio(hex, '#ffffff') >= ratio) return hex;
  const original = toOklch(hex);
  for (let decrease = 0.005; decrease <= maxDarkening + 1e-9; decrease += 0.005) {
    const shade = toHex({ ...original, l: Math.max(0, original.l - decrease) });
    if (contrastRatio(shade, '#ffffff') >= ratio) return shade;
  }
  return null;
}

/** Design rule 7: a slightly darkened fill with white text where that suffices, otherwise the accent itself with dark text. */
export function createAccentShades(accent: string): AccentShades {
  const whiteTextFill = darkenToContrast(accent, 4.5, MAX_DARKENING);
  const fill = whiteTextFill ?? accent;
  const original = toOklch(fill);
  const graphic = darkenToContrast(accent, 3, 1) ?? DARK_TEXT;
  return {
    accent,
    fill,
    onFill: whiteTextFill ? '#ffffff' : DARK_TEXT,
    hover: toHex({
      ...original,
      l: Math.min(1, Math.max(0, original.l + (whiteTextFill ? -HOVER_STEP : HOVER_STEP))),
    }),
    outline: contrastRatio(fill, '#ffffff') < MIN_FILL_CONTRAST ? graphic : null,
    text: darkenToContrast(accent, 4.5, 1) ?? DARK_TEXT,
    graphic,
  };
}
