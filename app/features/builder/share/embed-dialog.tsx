import { useState } from 'react';

import { CopyButton } from '#app/components/copy-button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { EMBED_SCRIPT } from '#domain/embedding.ts';
import { cleanLine } from '#domain/text.ts';

import { SegmentedControl } from '../fields/native-select.tsx';
import { Preview } from '../preview/preview.tsx';
import { usePreviewFit } from '../preview/use-preview-fit.ts';
import { useBuilder } from '../state/builder-context.ts';

/** Ways to embed a page in a host site. */
export const EMBED_KINDS = ['inline', 'popup', 'button'] as const;
export type EmbedKind = (typeof EMBED_KINDS)[number];

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => HTML_ESCAPES[character] ?? character);

/** Creates the snippet for the seller's site. Its link also works without the script. `url` is the public page URL. */
export function createSnippet(
  kind: EmbedKind,
  url: string,
  { buttonText }: Pick<CheckoutPageConfig, 'buttonText'>,
): string {
  const { origin, pathname } = new URL(url);
  const label = escapeHtml(cleanLine(buttonText) || 'Buy now');
  const script = `<script src="${origin}${EMBED_SCRIPT.path}"\n  integrity="${EMBED_SCRIPT.integrity}"\n  crossorigin="anonymous" async></script>`;
  if (kind !== 'inline') return `<a data-tillwright="${kind}" href="${url}">${label}</a>\n${script}`;
  const slug = pathname.slice('/c/'.length);
  return `<div data-tillwright="inline" data-page="${slug}">\n  <a href="${url}">${label}</a>\n</div>\n${script}`;
}

/** Example listener for the events of an embedded page. */
export const EVENT_LISTENER_EXAMPLE = `document.addEventListener('tillwright:completed', ({ detail }) => {
  // { page, order, state: 'paid' | 'pending' }
});`;

const WIDTHS: Record<EmbedKind, number> = { inline: 640, popup: 900, button: 900 };

/** The page as embedded in a host site, scaled down. */
function ScaledPreview({ config, kind }: { config: CheckoutPageConfig; kind: EmbedKind }) {
  const width = WIDTHS[kind];
  const { viewportRef, contentRef, scale, height } = usePreviewFit(width);
  return (
    <div className="embed-preview__checkout" ref={viewportRef} inert>
      <div style={{ width: width * scale, height }}>
        <div className="preview-pane__scaled" ref={contentRef} style={{ width, transform: `scale(${scale})` }}>
          <Preview config={config} sellerName={null} state="open" />
        </div>
      </div>
    </div>
  );
}

const PlaceholderLines = ({ count }: { count: number }) => (
  <div className="embed-preview__placeholder-lines" data-count={count}>
    {Array.from({ length: count }, (_, line) => (
      <i key={line} />
    ))}
  </div>
);

/** Illustration of a host site with the embedded page. */
function EmbedPreview({ kind, config }: { kind: EmbedKind; config: CheckoutPageConfig }) {
  const label = cleanLine(config.buttonText) || 'Buy now';
  return (
    <figure className="embed-preview" data-kind={kind} aria-label={`Your site with the page in it: ${kind}`}>
      <div className="embed-preview__browser-bar" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className="embed-preview__page">
        <PlaceholderLines count={3} />
        {kind === 'inline' ? (
          <ScaledPreview {...{ kind, config }} />
        ) : (
          <span className={kind === 'button' ? 'embed-preview__button' : 'embed-preview__link'}>{label}</span>
        )}
        <PlaceholderLines count={5} />
        {kind !== 'inline' && (
          <div className="embed-preview__overlay">
            <ScaledPreview {...{ kind, config }} />
          </div>
        )}
      </div>
    </figure>
  );
}

const KIND_OPTIONS = [
  { value: 'inline', label: 'Inline', description: 'The whole page stands in your text, as high as it is.' },
  {
    value: 'popup',
    label: 'Popup',
    description: 'A link of yours, in your own style, opens the page over your site.',
  },
  { value: 'button', label: 'Button', description: 'A finished button opens the page over your site.' },
] as const;

/** The sites that may embed the page. */
function AllowedSites({ onClose }: { onClose: () => void }) {
  const { config, focusField } = useBuilder();
  const { origins } = config.embedding;
  const editSites = () => {
    onClose();
    // A closing dialog restores the focus in a later task: the field must be focused after that.
    setTimeout(() => setTimeout(() => focusField('embedding')));
  };
  return (
    <p className="small">
      {origins.length === 0 ? 'It works on no site yet. ' : 'It works on these sites, once they are published: '}
      {origins.length > 0 && <span className="break-anywhere">{origins.join(', ')}. </span>}
      <button type="button" className="link-button" onClick={editSites}>
        {origins.length === 0 ? 'Add your site' : 'Change the list'}
      </button>
    </p>
  );
}

function Snippet({ kind, url }: { kind: EmbedKind; url: string }) {
  const { config } = useBuilder();
  const text = createSnippet(kind, url, config);
  return (
    <div className="embed-snippet">
      <div className="embed-snippet__header">
        <h3 className="text-strong">Paste this where it shall stand</h3>
        <CopyButton text={text}>Copy the snippet</CopyButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
      <pre tabIndex={0} aria-label="Snippet">
        <code>{text}</code>
      </pre>
      <p className="hint">
        Version 1 of the script never changes: its fingerprint stands in the snippet, and browsers check it. The link in
        it works without the script, too.
      </p>
      <details>
        <summary>What your site hears</summary>
        <p className="small">
          <code>tillwright:loaded</code>, <code>resize</code>, <code>closed</code> and <code>completed</code> are events
          of the element. They are for your visitors’ eyes: whether an order is paid stands in your orders.
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
        <pre tabIndex={0} aria-label="Example">
          <code>{EVENT_LISTENER_EXAMPLE}</code>
        </pre>
      </details>
    </div>
  );
}

/** Shows the embed snippet of the page and a preview on a host site. */
export function EmbedDialog({ onClose }: { onClose: () => void }) {
  const { config, liveSlug } = useBuilder();
  const [kind, setKind] = useState<EmbedKind>('inline');
  return (
    <Dialog title="Embed your page" onClose={onClose} className="dlg embed-dialog" initialFocus="input:checked">
      <div className="embed-dialog__options">
        <SegmentedControl
          legend="How it stands there"
          name="embed-kind"
          value={kind}
          options={KIND_OPTIONS}
          onChange={setKind}
        >
          <p className="hint">{KIND_OPTIONS.find(({ value }) => value === kind)?.description}</p>
        </SegmentedControl>
        <AllowedSites onClose={onClose} />
        {liveSlug === null ? (
          <p className="warning-note small">
            It works once the page is published: the snippet then stands here, with the page’s address in it.
          </p>
        ) : (
          <Snippet kind={kind} url={`${location.origin}/c/${liveSlug}`} />
        )}
      </div>
      <EmbedPreview kind={kind} config={config} />
    </Dialog>
  );
}
