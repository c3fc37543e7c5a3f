import { useState } from 'react';

import { CopyButton } from '#app/components/copy-button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { builderEmbedMessages } from '#content/messages/builder-share.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { EMBED_SCRIPT_PATH } from '#domain/embedding.ts';
import { cleanLine } from '#domain/text.ts';

import { SegmentedControl } from '../fields/segmented-control.tsx';
import { runAfterDialog } from '../fields/use-field-navigation.ts';
import { ScaledPreview, usePreviewFit } from '../preview/preview.tsx';
import { useBuilder } from '../state/builder-context.ts';

const messages = builderEmbedMessages;

export const EMBED_KINDS = ['inline', 'popup', 'button'] as const;
type EmbedKind = (typeof EMBED_KINDS)[number];

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
  const label = escapeHtml(cleanLine(buttonText) || messages.defaultButton);
  const script = `<script src="${origin}${EMBED_SCRIPT_PATH}" async></script>`;
  if (kind !== 'inline') return `<a data-tillwright="${kind}" href="${url}">${label}</a>\n${script}`;
  const slug = pathname.slice('/c/'.length);
  return `<div data-tillwright="inline" data-page="${slug}">\n  <a href="${url}">${label}</a>\n</div>\n${script}`;
}

/** Example listener for the events of an embedded page. */
const EVENT_LISTENER_EXAMPLE = `document.addEventListener('tillwright:paid', ({ detail }) => {
  console.log(detail.page, detail.order);
});`;

const WIDTHS: Record<EmbedKind, number> = { inline: 640, popup: 900, button: 900 };

/** The page as embedded in a host site, scaled down. */
function EmbeddedPage({ config, kind }: { config: CheckoutPageConfig; kind: EmbedKind }) {
  const fit = usePreviewFit(WIDTHS[kind]);
  const { viewportRef } = fit;
  return (
    <div className="embed-preview__checkout" ref={viewportRef}>
      <ScaledPreview {...{ fit, config }} sellerName={null} state="open" />
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
  const label = cleanLine(config.buttonText) || messages.defaultButton;
  return (
    <figure className="embed-preview" data-kind={kind} aria-label={messages.previewLabels[kind]}>
      <div className="embed-preview__browser-bar" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className="embed-preview__page">
        <PlaceholderLines count={3} />
        {kind === 'inline' ? (
          <EmbeddedPage {...{ kind, config }} />
        ) : (
          <span className={kind === 'button' ? 'embed-preview__button' : 'embed-preview__link'}>{label}</span>
        )}
        <PlaceholderLines count={5} />
        {kind !== 'inline' && (
          <div className="embed-preview__overlay">
            <EmbeddedPage {...{ kind, config }} />
          </div>
        )}
      </div>
    </figure>
  );
}

const KIND_OPTIONS = EMBED_KINDS.map((value) => ({ value, label: messages.kinds[value].label }));

/** The sites that may embed the page. */
function AllowedSites({ onClose }: { onClose: () => void }) {
  const { config, focusField } = useBuilder();
  const { origins } = config.embedding;
  const editSites = () => {
    onClose();
    runAfterDialog(() => focusField('embedding'));
  };
  return (
    <p className="small">
      <RichText
        text={origins.length === 0 ? messages.noSites : messages.sites}
        tags={{
          sites: () => <span className="break-anywhere">{origins.join(', ')}</span>,
          edit: (text) => (
            <button type="button" className="link-button" onClick={editSites}>
              {text}
            </button>
          ),
        }}
      />
    </p>
  );
}

function Snippet({ kind, url }: { kind: EmbedKind; url: string }) {
  const { config } = useBuilder();
  const text = createSnippet(kind, url, config);
  return (
    <div className="embed-snippet">
      <div className="embed-snippet__header">
        <h3 className="text-strong">{messages.snippet.title}</h3>
        <CopyButton text={text}>{messages.snippet.copy}</CopyButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
      <pre tabIndex={0} aria-label={messages.snippet.label}>
        <code>{text}</code>
      </pre>
      <p className="hint">{messages.snippet.hint}</p>
      <details>
        <summary>{messages.events.title}</summary>
        <p className="small">
          <RichText text={messages.events.description} />
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
        <pre tabIndex={0} aria-label={messages.events.example}>
          <code>{EVENT_LISTENER_EXAMPLE}</code>
        </pre>
        <p className="small">
          <a className="link" href="/developers/embed" target="_blank" rel="noreferrer">
            {messages.events.more}
          </a>
        </p>
      </details>
    </div>
  );
}

/** Shows the embed snippet of the page and a preview on a host site. */
export function EmbedDialog({ onClose }: { onClose: () => void }) {
  const { config, liveSlug } = useBuilder();
  const [kind, setKind] = useState<EmbedKind>('inline');
  return (
    <Dialog title={messages.title} onClose={onClose} className="dlg embed-dialog" initialFocus="input:checked">
      <div className="embed-dialog__options">
        <SegmentedControl
          legend={messages.kind}
          name="embed-kind"
          value={kind}
          options={KIND_OPTIONS}
          onChange={setKind}
        >
          <p className="hint">{messages.kinds[kind].description}</p>
        </SegmentedControl>
        <AllowedSites onClose={onClose} />
        {liveSlug === null ? (
          <p className="warning-note small">{messages.unpublished}</p>
        ) : (
          <Snippet kind={kind} url={`${location.origin}/c/${liveSlug}`} />
        )}
      </div>
      <EmbedPreview kind={kind} config={config} />
    </Dialog>
  );
}
