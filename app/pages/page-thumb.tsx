import type { CSSProperties } from 'react';

import { accentShades, DEFAULT_ACCENT } from '#domain/accent.ts';
import type { PageSummary } from '#domain/calls.ts';
import { narrowPath } from '#domain/image.ts';

const COLOR = /^#[0-9a-f]{6}$/i;

/** Schematic thumbnail of a page: layout, image and accent color. It scales with its container. */
export function PageThumb({ layout, accentColor, productImage }: PageSummary['thumbnail']) {
  const { fill } = accentShades(COLOR.test(accentColor) ? accentColor : DEFAULT_ACCENT);
  return (
    <span className="thumb" data-layout={layout} style={{ '--a': fill } as CSSProperties} aria-hidden="true">
      <span className="thumb-page">
        <span className="thumb-picture">
          {productImage && <img src={narrowPath(productImage, 480)} alt="" loading="lazy" decoding="async" />}
        </span>
        <span className="thumb-till" />
      </span>
    </span>
  );
}
