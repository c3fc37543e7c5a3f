import { FileText } from 'lucide-react';

import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { Button } from '#app/components/button.tsx';
import { Detail } from '#app/components/detail.tsx';
import { Dialog, DialogButton } from '#app/components/dialog.tsx';

import '#app/checkout-page/offer.css';
import { UtcTime } from '#app/components/utc-time.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { OrderSection } from './order-section.tsx';

function VersionPreview({ config, sellerName }: { config: CheckoutPageConfig; sellerName: string | null }) {
  return (
    /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */
    <div className="order-version__preview" role="region" aria-label="The page of that time" tabIndex={0}>
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
      title={`Version ${agreement.version} of ${page.name}`}
      className="dlg wide order-version-dialog"
      onClose={onClose}
    >
      <QueryBoundary query={versionQuery} errorTitle="The page of that time could not be loaded" rows={6}>
        {({ config }) => <VersionPreview config={config} sellerName={sellerName} />}
      </QueryBoundary>
      <div className="dialog__actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

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

const Hash = ({ hash }: { hash: string }) => <code className="order-agreement__hash receipt-text">{hash}</code>;

/** Terms that the buyer saw and accepted at checkout: evidence for a dispute. */
export function OrderAgreement({ order }: { order: OrderDetail }) {
  const { page, agreement } = order;
  const { required, accepted, at, text, textHash, termsUrl, privacyUrl, version, versionHash } = agreement;
  return (
    <OrderSection id="order-agreement" title="What the buyer agreed to">
      <dl className="order-details small">
        <Detail label="Pressed pay">
          <UtcTime iso={at} />
        </Detail>
        <Detail label="Terms box">
          {required ? (accepted ? 'Ticked by the buyer' : 'Not ticked') : 'The page did not ask'}
        </Detail>
        {required && (
          <>
            <Detail label="It said">{text && `“${text}”`}</Detail>
            <Detail label="Terms">
              <SellerUrl url={termsUrl} />
            </Detail>
            <Detail label="Privacy">
              <SellerUrl url={privacyUrl} />
            </Detail>
          </>
        )}
        <Detail label="Page">
          <span dir="auto">{page.name}</span>, version {version}
        </Detail>
        <Detail label="Text, SHA-256">{textHash && <Hash hash={textHash} />}</Detail>
        <Detail label="Page, SHA-256">{versionHash && <Hash hash={versionHash} />}</Detail>
      </dl>
      {page.gone ? (
        <p className="small faint order-agreement__deleted">
          This page was deleted; its versions are kept for your records.
        </p>
      ) : (
        <DialogButton
          Icon={FileText}
          size="sm"
          renderDialog={(onClose) => <VersionDialog order={order} onClose={onClose} />}
        >
          Look at the page as it was
        </DialogButton>
      )}
    </OrderSection>
  );
}
