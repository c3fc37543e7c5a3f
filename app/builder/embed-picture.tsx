import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { cleanLine } from '#domain/text.ts';

import type { EmbedKind } from './embed-snippet.ts';
import { Preview } from './preview.tsx';
import { usePreviewFit } from './use-stage-fit.ts';

const WIDTHS: Record<EmbedKind, number> = { inline: 640, popup: 900, button: 900 };

/** The page as embedded in a host site, scaled down. */
function ScaledPreview({ config, kind }: { config: CheckoutPageConfig; kind: EmbedKind }) {
  const width = WIDTHS[kind];
  const { viewportRef, contentRef, scale, height } = usePreviewFit(width);
  return (
    <div className="b-embed-sheet" ref={viewportRef} inert>
      <div style={{ width: width * scale, height }}>
        <div className="b-scale" ref={contentRef} style={{ width, transform: `scale(${scale})` }}>
          <Preview config={config} sellerName={null} state="open" />
        </div>
      </div>
    </div>
  );
}

const PlaceholderLines = ({ count }: { count: number }) => (
  <div className="b-embed-lines" data-count={count}>
    {Array.from({ length: count }, (_, line) => (
      <i key={line} />
    ))}
  </div>
);

/** Illustration of a host site with the embedded page. */
export function EmbedPreview({ kind, config }: { kind: EmbedKind; config: CheckoutPageConfig }) {
  const label = cleanLine(config.buttonText) || 'Buy now';
  return (
    <figure className="b-embed-site" data-kind={kind} aria-label={`Your site with the page in it: ${kind}`}>
      <div className="b-embed-bar" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className="b-embed-page">
        <PlaceholderLines count={3} />
        {kind === 'inline' ? (
          <ScaledPreview {...{ kind, config }} />
        ) : (
          <span className={kind === 'button' ? 'b-embed-button' : 'b-embed-link'}>{label}</span>
        )}
        <PlaceholderLines count={5} />
        {kind !== 'inline' && (
          <div className="b-embed-veil">
            <ScaledPreview {...{ kind, config }} />
          </div>
        )}
      </div>
    </figure>
  );
}
