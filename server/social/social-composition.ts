import { accentShades, contrastOf } from '#domain/accent.ts';

import type { FittedText, Room } from './fit-text.ts';
import { SOCIAL_SIZE } from './social-job.ts';

/** Element tree as satori expects it, equal to the output of JSX. */
export type Element = { type: 'div'; key: string | null; props: { style: Style; children: Child[] } };
type Child = Element | string;
type Style = Record<string, string | number>;

/** A text with the font families that render it. */
export type Line = { text: string; families: string };
export type Part = 'seller' | 'name' | 'price';
export type Fitted = Record<Part, FittedText & Line>;

const INK = '#17181a';
const INK_2 = '#565a60';
const PAPER = '#ffffff';
const PADDING = 72;
const GAP = 32;
const PICTURE_WIDTH = 510;
const SELLER = { sizes: [34, 30, 26], lineHeight: 1.2 };
const NAME = { sizes: [148, 124, 108, 92, 80, 70, 62, 54, 47, 41, 36, 32, 28], lineHeight: 1.08 };
const PRICE = { sizes: [46, 40, 34, 28, 22], lineHeight: 1.2 };
const PLATE = { side: 32, height: 92 };
/** Maximum size of the name beside a product image. */
const LARGEST_BESIDE = 92;

const RIGHT_TO_LEFT = /^[^\p{L}]*\p{Script=Hebrew}/u;

/** Position of the product image. */
export const PICTURE_BOX = {
  left: SOCIAL_SIZE.width - PICTURE_WIDTH,
  top: 0,
  width: PICTURE_WIDTH,
  height: SOCIAL_SIZE.height,
};

/** Space for each text. Seller and price have one line. */
export function roomsOf(hasPicture: boolean): Record<Part, Room> {
  const width = SOCIAL_SIZE.width - 2 * PADDING - (hasPicture ? PICTURE_WIDTH - PADDING / 4 : 0);
  const sellerHeight = (SELLER.sizes[0] ?? 0) * SELLER.lineHeight;
  const height = SOCIAL_SIZE.height - 2 * PADDING - sellerHeight - PLATE.height - 2 * GAP;
  const sizes = NAME.sizes.filter((size) => !hasPicture || size <= LARGEST_BESIDE);
  return {
    seller: { ...SELLER, width, height: sellerHeight },
    name: { ...NAME, sizes, width, height },
    price: { ...PRICE, width: width - 2 * PLATE.side, height: (PRICE.sizes[0] ?? 0) * PRICE.lineHeight },
  };
}

export const box = (style: Style, ...children: Child[]): Element => ({
  type: 'div',
  key: null,
  props: { style: { display: 'flex', boxSizing: 'border-box', ...style }, children },
});

/** Style of a text at a size. */
export const lettering = ({ families }: Pick<Line, 'families'>, size: number): Style => ({
  display: 'block',
  fontFamily: families,
  fontSize: size,
  fontVariantNumeric: 'lining-nums',
  whiteSpace: 'pre',
});

function written({ lines, size, ...line }: FittedText & Line, { width, lineHeight }: Room): Element {
  const direction = RIGHT_TO_LEFT.test(line.text) ? 'rtl' : 'ltr';
  const style = { ...lettering(line, size), lineHeight, direction };
  return box({ flexDirection: 'column', width }, ...lines.map((text) => box({ ...style, width }, text)));
}

/** With an image: white background and the price as the pay button. Without: accent background and an inverse price. */
export function socialComposition(fitted: Fitted, accent: string, hasPicture: boolean): Element {
  const { fill, onFill, graphic } = accentShades(accent);
  const colors = hasPicture
    ? { ground: PAPER, ink: INK, seller: INK_2, plate: fill, onPlate: onFill }
    : { ground: fill, ink: onFill, seller: onFill, plate: onFill, onPlate: fill };
  const rooms = roomsOf(hasPicture);
  const edge: Style =
    contrastOf(colors.plate, colors.ground) < 1.25 ? { border: `2px solid ${graphic}` } : {};
  const price = box(
    {
      height: PLATE.height,
      alignItems: 'center',
      padding: `0 ${PLATE.side}px`,
      borderRadius: 12,
      background: colors.plate,
      color: colors.onPlate,
      ...edge,
    },
    box(
      { ...lettering(fitted.price, fitted.price.size), lineHeight: PRICE.lineHeight },
      ...fitted.price.lines,
    ),
  );
  return box(
    {
      ...SOCIAL_SIZE,
      flexDirection: 'column',
      justifyContent: 'space-between',
      alignItems: 'flex-start',
      padding: PADDING,
      background: colors.ground,
      color: colors.ink,
    },
    box({ color: colors.seller }, written(fitted.seller, rooms.seller)),
    written(fitted.name, rooms.name),
    fitted.price.text === '' ? box({ height: PLATE.height }) : price,
  );
}
