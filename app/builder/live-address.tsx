import { Code, ExternalLink, QrCode } from 'lucide-react';
import { useState } from 'react';

import { CopyKey } from '#app/ui/copy-key.tsx';
import { Key, keyClass } from '#app/ui/key.tsx';

import { EmbedDialog } from './embed-dialog.tsx';
import { QrDialog } from './qr-dialog.tsx';

/** Where buyers find the page: to copy, to open, as a code for paper, and inside other sites. */
export function LiveAddress({ url, name }: { url: string; name: string }) {
  const [held, setHeld] = useState<'code' | 'embed' | null>(null);
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
      <Key kind="bare" size="sm" className="icon" aria-label="QR code" onClick={() => setHeld('code')}>
        <QrCode className="i" aria-hidden="true" />
      </Key>
      <Key kind="bare" size="sm" className="icon" aria-label="Embed" onClick={() => setHeld('embed')}>
        <Code className="i" aria-hidden="true" />
      </Key>
      {held === 'code' && <QrDialog url={url} name={name} onClose={drop} />}
      {held === 'embed' && <EmbedDialog onClose={drop} />}
    </div>
  );
}
