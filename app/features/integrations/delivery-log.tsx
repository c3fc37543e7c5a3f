import { RotateCw } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { Pagination } from '#app/components/pagination.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import { DELIVERY_RETENTION_DAYS, type WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { DeliveryDialog } from './delivery-dialog.tsx';
import { NoMatchingDeliveries, NoDeliveries } from './delivery-empty-states.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { hasDeliveryFilters, toDeliverySearchParams, type DeliveryListParams } from './delivery-list-params.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { RedeliverDialog } from './redeliver-dialog.tsx';
import { EMPTY_SELECTION, getSelectedIds, type Selection } from './row-selection.ts';
import { useDeliveryListParams, useDeliveryLog, type PollMode } from './use-delivery-log.ts';
import type { EndpointActions } from './use-endpoint-actions.ts';

/** Links to older and to the newest deliveries. Each page of the log has a URL. */
function DeliveryPagination({ params, next }: { params: DeliveryListParams; next: string | null }) {
  if (next === null && params.cursor === null) return null;
  const getHref = (cursor: string | null) =>
    `?${toDeliverySearchParams({ ...params, openId: null, cursor }).toString()}`;
  return (
    <Pagination
      label="Pages of the log"
      previous={{ label: 'Newest', to: params.cursor === null ? null : getHref(null) }}
      next={{ label: 'Older', to: next === null ? null : getHref(next) }}
      showLabels
      preventScrollReset
    />
  );
}

const LOAD_ERROR_TITLE = 'The log could not be loaded';

type Props = {
  endpoint: WebhookEndpoint;
  actions: EndpointActions;
  refreshKey: number;
  pollMode: PollMode;
  onPollModeChange: (pollMode: PollMode) => void;
  onStale: () => void;
};

/** Number of selected deliveries and the actions for them. */
function SelectionBar({
  selectedIds,
  actions,
  onDone,
}: {
  selectedIds: string[];
  actions: EndpointActions;
  onDone: () => void;
}) {
  const redeliver = async () => {
    if (await actions.redeliver({ deliveryIds: selectedIds })) onDone();
  };
  return (
    <div className="hook-pickbar on-enamel" role="region" aria-label="Picked deliveries">
      <span role="status">
        <b className="num">{selectedIds.length}</b> picked
      </span>
      <Button
        size="sm"
        variant="brass"
        busyLabel={actions.isRedelivering && 'Sending...'}
        onClick={() => void redeliver()}
      >
        Redeliver
      </Button>
      <Button size="sm" variant="enamel" onClick={onDone}>
        Drop
      </Button>
    </div>
  );
}

/** Log of all deliveries to an endpoint, newest first. */
export function DeliveryLog({ endpoint, actions, refreshKey, pollMode, onPollModeChange, onStale }: Props) {
  const { params, change } = useDeliveryListParams();
  const logQuery = useDeliveryLog({
    endpointId: endpoint.id,
    params,
    refreshKey,
    pollMode,
    onPollModeChange,
  });
  const { data, isStale, error, retry } = logQuery;
  const [selection, setSelection] = useState<Selection>(EMPTY_SELECTION);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const deliveries = data?.deliveries ?? [];
  const listedIds = deliveries.map(({ id }) => id);
  const selectedIds = getSelectedIds(selection, listedIds);
  const clearSelection = () => setSelection(EMPTY_SELECTION);
  const hasNoDeliveries =
    data !== null && listedIds.length === 0 && !hasDeliveryFilters(params) && params.cursor === null;
  return (
    <section className="hook-log" aria-labelledby="deliveries-title">
      <div className="hook-part-head">
        <div>
          <h2 className="h2" id="deliveries-title">
            Deliveries
          </h2>
          <p className="muted small">Kept for {DELIVERY_RETENTION_DAYS} days.</p>
        </div>
        {!hasNoDeliveries && (
          <Button Icon={RotateCw} size="sm" onClick={() => setIsDialogOpen(true)}>
            Redeliver what failed
          </Button>
        )}
      </div>
      {hasNoDeliveries && <NoDeliveries actions={actions} />}
      {data === null && error === null && <Skeleton rows={6} />}
      {!hasNoDeliveries && (data !== null || error !== null) && (
        <div className="sheet">
          <DeliveryFilters params={params} change={change} />
          {error !== null && (
            <ErrorState
              title={LOAD_ERROR_TITLE}
              description={formatErrorToast(error, LOAD_ERROR_TITLE).message}
              onRetry={retry}
            />
          )}
          {error === null && listedIds.length === 0 && <NoMatchingDeliveries params={params} change={change} />}
          {error === null && listedIds.length > 0 && (
            <DeliveryTable
              deliveries={deliveries}
              isStale={isStale}
              selection={selection}
              onSelectionChange={setSelection}
            />
          )}
          {selectedIds.length > 0 && (
            <SelectionBar selectedIds={selectedIds} actions={actions} onDone={clearSelection} />
          )}
          {error === null && data && <DeliveryPagination params={params} next={data.next} />}
        </div>
      )}
      {isDialogOpen && <RedeliverDialog endpoint={endpoint} actions={actions} onClose={() => setIsDialogOpen(false)} />}
      {params.openId && (
        <DeliveryDialog
          key={params.openId}
          deliveryId={params.openId}
          actions={actions}
          onClose={() => {
            change({ openId: null }, true);
            onStale();
          }}
        />
      )}
    </section>
  );
}
