import '#app/checkout-page/offer.css';
import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { useRpcQuery } from '#app/session/use-call.ts';
import { formatErrorToast } from '#app/session/use-fail-toast.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Button } from '#app/ui/key.tsx';
import { ErrorState } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

const LOAD_ERROR_TITLE = 'The page of that time could not be loaded';

function VersionPreview({ config, sellerName }: { config: CheckoutPageConfig; sellerName: string | null }) {
  return (
    /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */
    <div className="order-then" role="region" aria-label="The page of that time" tabIndex={0}>
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
export function VersionDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { page, agreement, sellerName } = order;
  const versionQuery = useRpcQuery('get-version', { pageId: page.id, number: agreement.version });
  return (
    <Dialog title={`Version ${agreement.version} of ${page.name}`} className="dlg wide order-version" onClose={onClose}>
      {versionQuery.status === 'loading' && <Skeleton rows={6} />}
      {versionQuery.status === 'failed' && (
        <ErrorState
          title={LOAD_ERROR_TITLE}
          description={formatErrorToast(versionQuery.error, LOAD_ERROR_TITLE).message}
          onRetry={versionQuery.retry}
        />
      )}
      {versionQuery.status === 'ready' && <VersionPreview config={versionQuery.data.config} sellerName={sellerName} />}
      <div className="dlg-keys">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
