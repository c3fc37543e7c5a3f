import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';

import '#app/checkout-page/offer.css';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { orderVersionMessages as messages } from '#content/messages/order-version.ts';
import { toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

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
export function OrderVersionDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { page, agreement, sellerName } = order;
  const versionQuery = useRpcQuery(
    'get-version',
    { pageId: page.id, number: agreement.version },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <Dialog
      title={messages.title({ version: agreement.version, page: page.name })}
      className="dlg wide order-version-dialog"
      onClose={onClose}
    >
      <QueryBoundary query={versionQuery} errorTitle={messages.loadError} rows={6}>
        {({ config }) => <VersionPreview config={config} sellerName={sellerName} />}
      </QueryBoundary>
      <div className="dialog__actions">
        <Button onClick={onClose}>{messages.close}</Button>
      </div>
    </Dialog>
  );
}
