import type { CSSProperties } from 'react';

import { createAccentShades, DEFAULT_ACCENT } from '#domain/accent-color.ts';
import { getVariantPath } from '#domain/image.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';

const HEX_COLOR = /^#[0-9a-f]{6}$/i;

/** Schematic thumbnail of a page: layout, image and accent color. It scales with its container. */
export function PageThumbnail({ layout, accentColor, productImage }: PageSummary['thumbnail']) {
  const { fill } = createAccentShades(HEX_COLOR.test(accentColor) ? accentColor : DEFAULT_ACCENT);
  return (
    <span className="thumb" data-layout={layout} style={{ '--a': fill } as CSSProperties} aria-hidden="true">
      <span className="thumb-page">
        <span className="thumb-picture">
          {productImage && <img src={getVariantPath(productImage, 480)} alt="" loading="lazy" decoding="async" />}
        </span>
        <span className="thumb-till" />
      </span>
    </span>
  );
}
