import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { IMAGE_WIDTHS, narrowPath, type ImageSize } from '#domain/image.ts';

/** The box of a logo, in CSS pixels. Whatever fits into it is never made larger. */
const LOGO_BOX = { width: 150, height: 48 };

/** Pixels of the page's own images, as far as they are known. With them nothing moves when the images come. */
export type ImageSizes = { logo?: ImageSize | null; productImage?: ImageSize | null };

function fitted({ width, height }: ImageSize): ImageSize {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

type LogoImageProps = { src: string; alt: string; size?: ImageSize | null; atOnce?: boolean };

/** `atOnce`: it is part of what somebody has come for, and not of a sample inside another screen. */
export const LogoImage = ({ src, alt, size, atOnce = true }: LogoImageProps) => (
  <img
    src={src}
    alt={alt}
    decoding="async"
    loading={atOnce ? undefined : 'lazy'}
    {...(size ? fitted(size) : {})}
  />
);

/** How wide a layout draws its picture from a window width on, and the proportion of the box that it fills. */
type Place = { from?: number; width: string; proportion: number };

/** What checkout-page.css does, for the browser that chooses a file before it has the stylesheet. */
const PLACES: Record<CheckoutPageConfig['layout'], readonly Place[]> = {
  classic: [
    { from: 1100, width: 'min(640px, 100vw - 560px)', proportion: 16 / 9 },
    { from: 768, width: '100vw - 442px', proportion: 16 / 9 },
    { width: 'min(520px, 100vw - 40px)', proportion: 2 },
  ],
  modern: [
    { from: 1100, width: '960px', proportion: 16 / 5 },
    { from: 768, width: 'min(1040px, 100vw)', proportion: 3 },
    { width: 'min(560px, 100vw)', proportion: 2 },
  ],
  minimal: [{ width: '72px', proportion: 1 }],
};

/** A picture that is wider than its box is drawn wider than the box, and cut. */
function sizesOf(layout: CheckoutPageConfig['layout'], { width, height }: ImageSize): string {
  const lengths = PLACES[layout].map(({ from, width: box, proportion }) => {
    const over = Math.max(1, width / height / proportion);
    const length = over > 1 ? `calc((${box}) * ${over.toFixed(2)})` : `calc(${box})`;
    return from ? `(min-width: ${from}px) ${length}` : length;
  });
  return lengths.join(', ');
}

function sourcesOf(src: string, size: ImageSize): string | undefined {
  const narrow = IMAGE_WIDTHS.filter((width) => width < size.width && narrowPath(src, width) !== src);
  if (narrow.length === 0) return undefined;
  return [...narrow.map((width) => `${narrowPath(src, width)} ${width}w`), `${src} ${size.width}w`].join(
    ', ',
  );
}

type ProductPictureProps = {
  src: string;
  layout: CheckoutPageConfig['layout'];
  size?: ImageSize | null;
  atOnce?: boolean;
};

/** The first thing that a buyer sees: asked for `atOnce`, as large as its place needs it. */
export function ProductPicture({ src, layout, size, atOnce = true }: ProductPictureProps) {
  const srcSet = size ? sourcesOf(src, size) : undefined;
  return (
    <img
      {...(size && srcSet ? { sizes: sizesOf(layout, size), srcSet } : {})}
      src={src}
      alt=""
      decoding="async"
      {...(atOnce ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      {...size}
    />
  );
}

/** The file that a phone of today takes: 390 px wide, three pixels to each. */
export const phonePicture = (src: string, layout: CheckoutPageConfig['layout']): string =>
  narrowPath(src, layout === 'minimal' ? 480 : 1200);
