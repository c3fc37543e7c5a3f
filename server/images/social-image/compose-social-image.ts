import { createAccentShades, contrastRatio } from '#domain/accent-color.ts';
import type { FontPair } from '#domain/fonts.ts';

import type { FittedText, TextBox } from './fit-text.ts';

/** Input of a social image. Texts may be in any script; `accent` is `#rrggbb`. */
export type SocialJob = {
  kind: 'social';
  name: string;
  price: string;
  seller: string;
  accent: string;
  fonts: FontPair;
  picture: Uint8Array | null;
};

/** In pixels, as social networks recommend. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const;

/** Element tree as satori expects it, equal to the output of JSX. */
export type Element = { type: 'div'; key: string | null; props: { style: Style; children: Child[] } };
type Child = Element | string;
type Style = Record<string, string | number>;

/** A text with the font families that render it. */
export type TextLine = { text: string; families: string };
export type TextSlot = 'seller' | 'name' | 'price';
export type FittedTexts = Record<TextSlot, FittedText & TextLine>;

const TEXT_COLOR = '#17181a';
const SECONDARY_COLOR = '#565a60';
const BACKGROUND_COLOR = '#ffffff';
const PADDING = 72;
const GAP = 32;
const IMAGE_WIDTH = 510;
const SELLER = { sizes: [34, 30, 26], lineHeight: 1.2 };
const NAME = { sizes: [148, 124, 108, 92, 80, 70, 62, 54, 47, 41, 36, 32, 28], lineHeight: 1.08 };
const PRICE = { sizes: [46, 40, 34, 28, 22], lineHeight: 1.2 };
const PRICE_PLATE = { side: 32, height: 92 };
/** Maximum size of the name beside a product image. */
const MAX_SIZE_BESIDE_IMAGE = 92;

const RIGHT_TO_LEFT = /^[^\p{L}]*\p{Script=Hebrew}/u;

export const IMAGE_BOX = {
  left: SOCIAL_SIZE.width - IMAGE_WIDTH,
  top: 0,
  width: IMAGE_WIDTH,
  height: SOCIAL_SIZE.height,
};

/** Space for each text. Seller and price have one line. */
export function textBoxes(hasPicture: boolean): Record<TextSlot, TextBox> {
  const width = SOCIAL_SIZE.width - 2 * PADDING - (hasPicture ? IMAGE_WIDTH - PADDING / 4 : 0);
  const sellerHeight = (SELLER.sizes[0] ?? 0) * SELLER.lineHeight;
  const height = SOCIAL_SIZE.height - 2 * PADDING - sellerHeight - PRICE_PLATE.height - 2 * GAP;
  const sizes = NAME.sizes.filter((size) => !hasPicture || size <= MAX_SIZE_BESIDE_IMAGE);
  return {
    seller: { ...SELLER, width, height: sellerHeight },
    name: { ...NAME, sizes, width, height },
    price: {
      ...PRICE,
      width: width - 2 * PRICE_PLATE.side,
      height: (PRICE.sizes[0] ?? 0) * PRICE.lineHeight,
    },
  };
}

export const box = (style: Style, ...children: Child[]): Element => ({
  type: 'div',
  key: null,
  props: { style: { display: 'flex', boxSizing: 'border-box', ...style }, children },
});

export const textStyle = ({ families }: Pick<TextLine, 'families'>, size: number): Style => ({
  display: 'block',
  fontFamily: families,
  fontSize: size,
  fontVariantNumeric: 'lining-nums',
  whiteSpace: 'pre',
});

function textBlock({ lines, size, ...line }: FittedText & TextLine, { width, lineHeight }: TextBox): Element {
  const direction = RIGHT_TO_LEFT.test(line.text) ? 'rtl' : 'ltr';
  const style = { ...textStyle(line, size), lineHeight, direction };
  return box({ flexDirection: 'column', width }, ...lines.map((text) => box({ ...style, width }, text)));
}

/** With an image: white background and the price as the pay button. Without: accent background and an inverse price. */
export function composeSocialImage(fitted: FittedTexts, accent: string, hasPicture: boolean): Element {
  const { fill, onFill, graphic } = createAccentShades(accent);
  const colors = hasPicture
    ? {
        ground: BACKGROUND_COLOR,
        foreground: TEXT_COLOR,
        seller: SECONDARY_COLOR,
        priceBackground: fill,
        priceForeground: onFill,
      }
    : { ground: fill, foreground: onFill, seller: onFill, priceBackground: onFill, priceForeground: fill };
  const boxes = textBoxes(hasPicture);
  const border: Style =
    contrastRatio(colors.priceBackground, colors.ground) < 1.25 ? { border: `2px solid ${graphic}` } : {};
  const price = box(
    {
      height: PRICE_PLATE.height,
      alignItems: 'center',
      padding: `0 ${PRICE_PLATE.side}px`,
      borderRadius: 12,
      background: colors.priceBackground,
      color: colors.priceForeground,
      ...border,
    },
    box({ ...textStyle(fitted.price, fitted.price.size), lineHeight: PRICE.lineHeight }, ...fitted.price.lines),
  );
  return box(
    {
      ...SOCIAL_SIZE,
      flexDirection: 'column',
      justifyContent: 'space-between',
      alignItems: 'flex-start',
      padding: PADDING,
      background: colors.ground,
      color: colors.foreground,
    },
    box({ color: colors.seller }, textBlock(fitted.seller, boxes.seller)),
    textBlock(fitted.name, boxes.name),
    fitted.price.text === '' ? box({ height: PRICE_PLATE.height }) : price,
  );
}
