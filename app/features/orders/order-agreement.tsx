import { FileText } from 'lucide-react';

import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { Button } from '#app/components/button.tsx';
import { Detail } from '#app/components/detail.tsx';
import { Dialog, DialogButton } from '#app/components/dialog.tsx';

import '#app/checkout-page/offer.css';
import { RichText } from '#app/components/rich-text.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { orderDetailMessages } from '#content/messages/order-details.ts';
import { toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { OrderSection } from './order-section.tsx';

const messages = orderDetailMessages.agreement;

function VersionPreview({ config, sellerName }: { config: CheckoutPageConfig; sellerName: string | null }) {
  return (
    /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */
    <div className="order-version__preview" role="region" aria-label={messages.preview} tabIndex={0}>
      {fontStylesheets(config.fonts).map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <div inert>
        <CheckoutPage config={toPublicConfig(config)} sellerName={sellerName} headingLevel={2} />
      </div>
    </div>
  );
}

/** Shows the published version that an order was made from. */
function VersionDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { page, agreement, sellerName } = order;
  const versionQuery = useRpcQuery(
    'get-version',
    { pageId: page.id, number: agreement.version },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <Dialog
      title={messages.versionTitle({ version: agreement.version, page: page.name })}
      className="dlg wide order-version-dialog"
      onClose={onClose}
    >
      <QueryBoundary query={versionQuery} errorTitle={messages.versionError} rows={6}>
        {({ config }) => <VersionPreview config={config} sellerName={sellerName} />}
      </QueryBoundary>
      <div className="dialog__actions">
        <Button onClick={onClose}>{messages.close}</Button>
      </div>
    </Dialog>
  );
}

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
