import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { IMAGE_WIDTHS, narrowPath, type ImageSize } from '#domain/image.ts';

/** Maximum logo size in CSS pixels. Smaller logos are not enlarged. */
const LOGO_BOX = { width: 150, height: 48 };

/** Pixel sizes of the page's images, as far as known; they prevent layout shifts while images load. */
export type ImageSizes = { logo?: ImageSize | null; productImage?: ImageSize | null };

function fitted({ width, height }: ImageSize): ImageSize {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

type LogoImageProps = { src: string; alt: string; size?: ImageSize | null; atOnce?: boolean };

/** Logo of a page. `eager` is false inside other screens, where the image loads lazily. */
export const LogoImage = ({ src, alt, size, atOnce = true }: LogoImageProps) => (
  <img
    src={src}
    alt={alt}
    decoding="async"
    loading={atOnce ? undefined : 'lazy'}
    {...(size ? fitted(size) : {})}
  />
);

/** Width of the product image from a viewport width on, and the aspect ratio of its box. */
type Place = { from?: number; width: string; proportion: number };

/** Mirrors checkout-page.css for the `sizes` attribute, which the browser needs before the stylesheet is loaded. */
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

/** Returns the `sizes` attribute. An image wider than its box is cropped, so it needs more width than the box. */
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

/** Product image, by default loaded eagerly with high priority and in the size that the layout needs. */
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

/** Returns the file that a current phone loads: 390 px wide with a pixel ratio of 3. */
export const phonePicture = (src: string, layout: CheckoutPageConfig['layout']): string =>
  narrowPath(src, layout === 'minimal' ? 480 : 1200);
