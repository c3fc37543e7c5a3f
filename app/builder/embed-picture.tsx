import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { cleanLine } from '#domain/text.ts';

import type { EmbedKind } from './embed-snippet.ts';
import { Preview } from './preview.tsx';
import { useStageFit } from './use-stage-fit.ts';

const WIDTHS: Record<EmbedKind, number> = { inline: 640, popup: 900, button: 900 };

/** The page as embedded in a host site, scaled down. */
function Sheet({ config, kind }: { config: CheckoutPageConfig; kind: EmbedKind }) {
  const width = WIDTHS[kind];
  const { out, inner, scale, height } = useStageFit(width);
  return (
    <div className="b-embed-sheet" ref={out} inert>
      <div style={{ width: width * scale, height }}>
        <div className="b-scale" ref={inner} style={{ width, transform: `scale(${scale})` }}>
          <Preview config={config} sellerName={null} state="open" />
        </div>
      </div>
    </div>
  );
}

const Lines = ({ count }: { count: number }) => (
  <div className="b-embed-lines" data-count={count}>
    {Array.from({ length: count }, (_, line) => (
      <i key={line} />
    ))}
  </div>
);

/** Illustration of a host site with the embedded page. */
export function EmbedPicture({ kind, config }: { kind: EmbedKind; config: CheckoutPageConfig }) {
  const words = cleanLine(config.buttonText) || 'Buy now';
  return (
    <figure className="b-embed-site" data-kind={kind} aria-label={`Your site with the page in it: ${kind}`}>
      <div className="b-embed-bar" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className="b-embed-page">
        <Lines count={3} />
        {kind === 'inline' ? (
          <Sheet {...{ kind, config }} />
        ) : (
          <span className={kind === 'button' ? 'b-embed-button' : 'b-embed-link'}>{words}</span>
        )}
        <Lines count={5} />
        {kind !== 'inline' && (
          <div className="b-embed-veil">
            <Sheet {...{ kind, config }} />
          </div>
        )}
      </div>
    </figure>
  );
}
