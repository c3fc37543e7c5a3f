import { ExternalLink, Share2 } from 'lucide-react';
import { useState } from 'react';

import { CopyKey } from '#app/ui/copy-key.tsx';
import { Key, keyClass } from '#app/ui/key.tsx';

import { ShareDialog, type ShareProps } from './share-dialog.tsx';

/** Where buyers find the page: to copy, to open, and to hand on in every other way. */
export function LiveAddress(page: ShareProps) {
  const { url } = page;
  const [sharing, setSharing] = useState(false);
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
      <Key kind="bare" size="sm" className="icon" aria-label="Share" onClick={() => setSharing(true)}>
        <Share2 className="i" aria-hidden="true" />
      </Key>
      {sharing && <ShareDialog {...page} onClose={() => setSharing(false)} />}
    </div>
  );
}
