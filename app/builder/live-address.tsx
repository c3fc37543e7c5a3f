import { Code, ExternalLink, Share2 } from 'lucide-react';
import { useState } from 'react';

import { CopyKey } from '#app/ui/copy-key.tsx';
import { Key, keyClass } from '#app/ui/key.tsx';

import { EmbedDialog } from './embed-dialog.tsx';
import { ShareDialog, type ShareProps } from './share-dialog.tsx';

/** Public URL of the page with buttons to copy, open, share and embed it. */
export function LiveAddress(page: ShareProps) {
  const url = page.domainUrl ?? page.url;
  const [held, setHeld] = useState<'share' | 'embed' | null>(null);
  const drop = () => setHeld(null);
  return (
    <div className="copy b-live" role="group" aria-label="Live address">
      <span title={url}>{url.replace(/^https?:\/\//, '')}</span>
      <CopyKey text={url} />
      <a
        className={keyClass('bare', 'sm', 'icon')}
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label="Open the live page"
      >
        <ExternalLink className="i" aria-hidden="true" />
      </a>
      <Key kind="bare" size="sm" className="icon" aria-label="Share" onClick={() => setHeld('share')}>
        <Share2 className="i" aria-hidden="true" />
      </Key>
      <Key kind="bare" size="sm" className="icon" aria-label="Embed" onClick={() => setHeld('embed')}>
        <Code className="i" aria-hidden="true" />
      </Key>
      {held === 'share' && <ShareDialog {...page} onClose={drop} />}
      {held === 'embed' && <EmbedDialog onClose={drop} />}
    </div>
  );
}
