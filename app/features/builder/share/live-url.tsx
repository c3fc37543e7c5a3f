import { Code, ExternalLink, Share2 } from 'lucide-react';
import { useState } from 'react';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';

import { EmbedDialog } from './embed-dialog.tsx';
import { ShareDialog, type ShareProps } from './share-dialog.tsx';

/** Public URL of the page with buttons to copy, open, share and embed it. */
export function LiveUrl(page: ShareProps) {
  const url = page.domainUrl ?? page.url;
  const [openDialog, setOpenDialog] = useState<'share' | 'embed' | null>(null);
  const closeDialog = () => setOpenDialog(null);
  return (
    <div className="copy b-live" role="group" aria-label="Live address">
      <span title={url}>{url.replace(/^https?:\/\//, '')}</span>
      <CopyButton text={url} />
      <a
        className={buttonVariants('bare', 'sm', 'icon')}
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label="Open the live page"
      >
        <ExternalLink className="i" aria-hidden="true" />
      </a>
      <Button Icon={Share2} variant="bare" size="sm" aria-label="Share" onClick={() => setOpenDialog('share')} />
      <Button Icon={Code} variant="bare" size="sm" aria-label="Embed" onClick={() => setOpenDialog('embed')} />
      {openDialog === 'share' && <ShareDialog {...page} onClose={closeDialog} />}
      {openDialog === 'embed' && <EmbedDialog onClose={closeDialog} />}
    </div>
  );
}
