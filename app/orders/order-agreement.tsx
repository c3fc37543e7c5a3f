import { FileText } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/ui/key.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { OrderDetail } from '#domain/order-detail.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { VersionDialog } from './version-dialog.tsx';

/** A URL of the seller's at that time. */
function SellerUrl({ url }: { url: string }) {
  const href = parseSafeUrl(url.trim());
  if (!href) return <span className="faint">None</span>;
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer nofollow">
      {url}
    </a>
  );
}

const Hash = ({ hash }: { hash: string }) => <code className="order-hash receipt-type">{hash}</code>;

/** Terms that the buyer saw and accepted at checkout: evidence for a dispute. */
export function OrderAgreement({ order }: { order: OrderDetail }) {
  const [isVersionOpen, setIsVersionOpen] = useState(false);
  const { page, agreement } = order;
  const { required, accepted, at, text, textHash, termsUrl, privacyUrl, version, versionHash } = agreement;
  return (
    <section className="sheet pad" aria-labelledby="order-agreement">
      <h2 className="h2 order-title" id="order-agreement">
        What the buyer agreed to
      </h2>
      <dl className="order-facts small">
        <dt>Pressed pay</dt>
        <dd>
          <UtcTime iso={at} />
        </dd>
        <dt>Terms box</dt>
        <dd>{required ? (accepted ? 'Ticked by the buyer' : 'Not ticked') : 'The page did not ask'}</dd>
        {required && (
          <>
            {text && (
              <>
                <dt>It said</dt>
                <dd>“{text}”</dd>
              </>
            )}
            <dt>Terms</dt>
            <dd>
              <SellerUrl url={termsUrl} />
            </dd>
            <dt>Privacy</dt>
            <dd>
              <SellerUrl url={privacyUrl} />
            </dd>
          </>
        )}
        <dt>Page</dt>
        <dd>
          <span dir="auto">{page.name}</span>, version {version}
        </dd>
        {textHash && (
          <>
            <dt>Text, SHA-256</dt>
            <dd>
              <Hash hash={textHash} />
            </dd>
          </>
        )}
        {versionHash && (
          <>
            <dt>Page, SHA-256</dt>
            <dd>
              <Hash hash={versionHash} />
            </dd>
          </>
        )}
      </dl>
      {page.gone ? (
        <p className="small faint order-gone">This page was deleted; its versions are kept for your records.</p>
      ) : (
        <Button size="sm" onClick={() => setIsVersionOpen(true)}>
          <FileText className="i" aria-hidden="true" />
          Look at the page as it was
        </Button>
      )}
      {isVersionOpen && <VersionDialog order={order} onClose={() => setIsVersionOpen(false)} />}
    </section>
  );
}
