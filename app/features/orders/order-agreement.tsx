import { FileText } from 'lucide-react';

import { Detail } from '#app/components/detail.tsx';
import { DialogButton } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { orderDetailMessages } from '#content/messages/order-details.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { OrderSection } from './order-section.tsx';

const messages = orderDetailMessages.agreement;

const VersionDialog = loadOnDemand(async () => (await import('./order-version-dialog.tsx')).OrderVersionDialog);

/** A URL of the seller's at that time. */
function SellerUrl({ url }: { url: string }) {
  const href = parseSafeUrl(url.trim());
  if (!href) return <span className="faint">{messages.noUrl}</span>;
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer nofollow">
      {url}
    </a>
  );
}

const Hash = ({ hash }: { hash: string }) => <code className="order-agreement__hash receipt-text">{hash}</code>;

/** Hashes of what the buyer accepted. Few sellers need them, so they are collapsed. */
const Fingerprints = ({ textHash, pageHash }: { textHash: string | null; pageHash: string | null }) => (
  <details className="order-agreement__fingerprints small">
    <summary>{messages.fingerprints.title}</summary>
    <p className="muted">{messages.fingerprints.text}</p>
    <dl className="order-details">
      <Detail label={messages.fingerprints.termsText}>{textHash && <Hash hash={textHash} />}</Detail>
      <Detail label={messages.fingerprints.page}>{pageHash && <Hash hash={pageHash} />}</Detail>
    </dl>
  </details>
);

/** Terms that the buyer saw and accepted at checkout: evidence for a dispute. */
export function OrderAgreement({ order }: { order: OrderDetail }) {
  const { page, agreement } = order;
  const { required, accepted, at, text, textHash, termsUrl, privacyUrl, version, versionHash } = agreement;
  return (
    <OrderSection id="order-agreement" title={messages.title}>
      <dl className="order-details small">
        <Detail label={messages.checkoutStarted}>
          <UtcTime iso={at} />
        </Detail>
        <Detail label={messages.checkbox}>
          {required ? (accepted ? messages.checked : messages.unchecked) : messages.notShown}
        </Detail>
        {required && (
          <>
            <Detail label={messages.textShown}>{text && messages.quote({ text })}</Detail>
            <Detail label={messages.termsUrl}>
              <SellerUrl url={termsUrl} />
            </Detail>
            <Detail label={messages.privacyUrl}>
              <SellerUrl url={privacyUrl} />
            </Detail>
          </>
        )}
        <Detail label={messages.page}>
          <RichText
            text={messages.pageVersion({ version })}
            tags={{ page: () => <span dir="auto">{page.name}</span> }}
          />
        </Detail>
      </dl>
      {(textHash || versionHash) && <Fingerprints textHash={textHash} pageHash={versionHash} />}
      {page.gone ? (
        <p className="small faint order-agreement__deleted">{messages.pageDeleted}</p>
      ) : (
        <DialogButton
          Icon={FileText}
          size="sm"
          renderDialog={(onClose) => <VersionDialog order={order} onClose={onClose} />}
        >
          {messages.viewVersion}
        </DialogButton>
      )}
    </OrderSection>
  );
}
