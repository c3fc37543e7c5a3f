import '#app/checkout-page/offer.css';
import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { useCall } from '#app/session/use-call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { publicConfigOf, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

const FAILED = 'The page of that time could not be loaded';

function Drawn({ config, sellerName }: { config: CheckoutPageConfig; sellerName: string | null }) {
  return (
    /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */
    <div className="order-then" role="region" aria-label="The page of that time" tabIndex={0}>
      {fontStylesheets(config.fonts).map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <div inert>
        <CheckoutPage config={publicConfigOf(config)} sellerName={sellerName} headingLevel={2} />
      </div>
    </div>
  );
}

/** Shows the published version that an order was made from. */
export function VersionDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { page, agreement, sellerName } = order;
  const version = useCall('get-version', { pageId: page.id, number: agreement.version });
  return (
    <Dialog
      title={`Version ${agreement.version} of ${page.name}`}
      className="dlg wide order-version"
      onClose={onClose}
    >
      {version.state === 'loading' && <Skeleton rows={6} />}
      {version.state === 'failed' && (
        <LoadFailure what={FAILED} why={failWords(version.error, FAILED).message} onRetry={version.retry} />
      )}
      {version.state === 'ready' && <Drawn config={version.answer.config} sellerName={sellerName} />}
      <div className="dlg-keys">
        <Key onClick={onClose}>Close</Key>
      </div>
    </Dialog>
  );
}
