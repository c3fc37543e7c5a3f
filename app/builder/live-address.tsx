import { ExternalLink, QrCode } from 'lucide-react';
import { useState } from 'react';

import { CopyKey } from '#app/ui/copy-key.tsx';
import { Key, keyClass } from '#app/ui/key.tsx';

import { QrDialog } from './qr-dialog.tsx';

/** Where buyers find the page: to copy, to open, and as a code for paper. */
export function LiveAddress({ url, name }: { url: string; name: string }) {
  const [coded, setCoded] = useState(false);
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
      <Key kind="bare" size="sm" className="icon" aria-label="QR code" onClick={() => setCoded(true)}>
        <QrCode className="i" aria-hidden="true" />
      </Key>
      {coded && <QrDialog url={url} name={name} onClose={() => setCoded(false)} />}
    </div>
  );
}
