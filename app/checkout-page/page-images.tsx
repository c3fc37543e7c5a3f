import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { IMAGE_WIDTHS, getVariantPath, type ImageSize } from '#domain/image.ts';

/** Maximum logo size in CSS pixels. Smaller logos are not enlarged. */
const MAX_LOGO_SIZE = { width: 150, height: 48 };

/** Pixel sizes of the page's images, as far as known; they prevent layout shifts while images load. */
export type ImageSizes = { logo?: ImageSize | null; productImage?: ImageSize | null };

/** Size of a logo on the page. */
export function fitLogo({ width, height }: ImageSize): ImageSize {
  const scale = Math.min(1, MAX_LOGO_SIZE.width / width, MAX_LOGO_SIZE.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

type LogoImageProps = { src: string; alt: string; size?: ImageSize | null; eager?: boolean };

/** Logo of a page. `eager` is false inside other screens, where the image loads lazily. */
export const LogoImage = ({ src, alt, size, eager = true }: LogoImageProps) => (
  <img src={src} alt={alt} decoding="async" loading={eager ? undefined : 'lazy'} {...(size ? fitLogo(size) : {})} />
);

/** Width of the product image from a viewport width on, and the aspect ratio of its box. */
type ImageSlot = { minWidth?: number; width: string; aspectRatio: number };

/** Mirrors checkout-page.css for the `sizes` attribute, which the browser needs before the stylesheet is loaded. */
const IMAGE_SLOTS: Record<CheckoutPageConfig['layout'], readonly ImageSlot[]> = {
  classic: [
    { minWidth: 1100, width: 'min(640px, 100vw - 560px)', aspectRatio: 16 / 9 },
    { minWidth: 768, width: '100vw - 442px', aspectRatio: 16 / 9 },
    { width: 'min(520px, 100vw - 40px)', aspectRatio: 2 },
  ],
  modern: [
    { minWidth: 1100, width: '960px', aspectRatio: 4 },
    { minWidth: 768, width: 'min(1040px, 100vw)', aspectRatio: 3 },
    { width: 'min(560px, 100vw)', aspectRatio: 2 },
  ],
  minimal: [{ width: '72px', aspectRatio: 1 }],
};

/** Returns the `sizes` attribute. An image wider than its box is cropped, so it needs more width than the box. */
function createSizes(layout: CheckoutPageConfig['layout'], { width, height }: ImageSize): string {
  const lengths = IMAGE_SLOTS[layout].map(({ minWidth, width: slotWidth, aspectRatio }) => {
    const overflow = Math.max(1, width / height / aspectRatio);
    const length = overflow > 1 ? `calc((${slotWidth}) * ${overflow.toFixed(2)})` : `calc(${slotWidth})`;
    return minWidth ? `(min-width: ${minWidth}px) ${length}` : length;
  });
  return lengths.join(', ');
}

function createSrcSet(src: string, size: ImageSize): string | undefined {
  const narrowerWidths = IMAGE_WIDTHS.filter((width) => width < size.width && getVariantPath(src, width) !== src);
  if (narrowerWidths.length === 0) return undefined;
  return [...narrowerWidths.map((width) => `${getVariantPath(src, width)} ${width}w`), `${src} ${size.width}w`].join(
    ', ',
  );
}

type ProductImageProps = {
  src: string;
  layout: CheckoutPageConfig['layout'];
  size?: ImageSize | null;
  eager?: boolean;
};

/** Product image, by default loaded eagerly with high priority and in the size that the layout needs. */
export function ProductImage({ src, layout, size, eager = true }: ProductImageProps) {
  const srcSet = size ? createSrcSet(src, size) : undefined;
  return (
    <img
      {...(size && srcSet ? { sizes: createSizes(layout, size), srcSet } : {})}
      src={src}
      alt=""
      decoding="async"
      {...(eager ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      {...size}
    />
  );
}

/** Returns the file that a current phone loads: 390 px wide with a pixel ratio of 3. */
export const getPhoneImagePath = (src: string, layout: CheckoutPageConfig['layout']): string =>
  getVariantPath(src, layout === 'minimal' ? 480 : 1200);
