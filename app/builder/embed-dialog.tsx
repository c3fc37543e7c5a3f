import { useState } from 'react';

import { CopyButton } from '#app/ui/copy-key.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

import { useBuilder } from './builder-context.ts';
import { EmbedPreview } from './embed-picture.tsx';
import { EMBED_KINDS, EVENT_LISTENER_EXAMPLE, createSnippet, type EmbedKind } from './embed-snippet.ts';

const KIND_LABELS: Record<EmbedKind, { name: string; description: string }> = {
  inline: { name: 'Inline', description: 'The whole page stands in your text, as high as it is.' },
  popup: { name: 'Popup', description: 'A link of yours, in your own style, opens the page over your site.' },
  button: { name: 'Button', description: 'A finished button opens the page over your site.' },
};

type KindProps = { kind: EmbedKind; onKind: (kind: EmbedKind) => void };

const KindChoice = ({ kind, onKind }: KindProps) => (
  <fieldset className="b-choice field">
    <legend>How it stands there</legend>
    <div className="keys b-seg">
      {EMBED_KINDS.map((value) => (
        <label key={value}>
          <input type="radio" name="embed-kind" value={value} checked={kind === value} onChange={() => onKind(value)} />
          {KIND_LABELS[value].name}
        </label>
      ))}
    </div>
    <p className="hint">{KIND_LABELS[kind].description}</p>
  </fieldset>
);

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
      {origins.length > 0 && <span className="b-break">{origins.join(', ')}. </span>}
      <button type="button" className="b-act" onClick={editSites}>
        {origins.length === 0 ? 'Add your site' : 'Change the list'}
      </button>
    </p>
  );
}

function Snippet({ kind, url }: { kind: EmbedKind; url: string }) {
  const { config } = useBuilder();
  const text = createSnippet(kind, url, config);
  return (
    <div className="b-snippet">
      <div className="b-snippet-head">
        <h3 className="b-strong">Paste this where it shall stand</h3>
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
    <Dialog title="Embed your page" onClose={onClose} className="dlg b-embed" initialFocus="input:checked">
      <div className="b-embed-words">
        <KindChoice kind={kind} onKind={setKind} />
        <AllowedSites onClose={onClose} />
        {liveSlug === null ? (
          <p className="b-warn small">
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
