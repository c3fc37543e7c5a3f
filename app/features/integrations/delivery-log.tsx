import { RotateCw, SearchX, Send, Radio } from 'lucide-react';
import { useState, useEffect } from 'react';

import { Button } from '#app/components/button.tsx';
import { DialogButton } from '#app/components/dialog.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { StateFilter } from '#app/components/list-filters.tsx';
import { Pagination } from '#app/components/pagination.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { FilterSelect } from '#app/components/select.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcCache, useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { webhookDeliveryMessages } from '#content/messages/webhook-deliveries.ts';
import { webhookEndpointMessages } from '#content/messages/webhook-endpoint.ts';
import { DELIVERY_RETENTION_DAYS, type WebhookEndpoint, type DeliveryState } from '#domain/webhook-endpoint.ts';
import { isWebhookEventType, WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

import { isPending, DELIVERY_STATE_BADGES } from './delivery-display.ts';
import {
  DELIVERY_PARAMS_CODEC,
  hasDeliveryFilters,
  toDeliverySearchParams,
  type DeliveryListParams,
} from './delivery-list-params.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { EMPTY_SELECTION, getSelectedIds, type Selection } from './row-selection.ts';
import { WEBHOOK_QUERIES, type EndpointActions } from './use-endpoint-actions.ts';

const RedeliverDialog = loadOnDemand(async () => (await import('./redeliver-dialog.tsx')).RedeliverDialog);

const DeliveryDialog = loadOnDemand(async () => (await import('./delivery-dialog.tsx')).DeliveryDialog);

const messages = webhookDeliveryMessages;

/** Sorted by frequency of use. */
const STATES: readonly DeliveryState[] = ['failed', 'waiting', 'blocked', 'delivered'];

const STATE_OPTIONS = [
  { value: null, label: messages.filters.allStates },
  ...STATES.map((value) => ({ value, label: DELIVERY_STATE_BADGES[value].label })),
];

const EVENT_OPTIONS = WEBHOOK_EVENT_TYPES.map((event) => ({ value: event, label: event }));

type FilterProps = { params: DeliveryListParams; change: (to: Partial<DeliveryListParams>) => void };

/** Filters of the delivery log. The URL stores them. */
function DeliveryFilters({ params, change }: FilterProps) {
  return (
    <div className="delivery-filters" role="search" aria-label={messages.filters.label}>
      <StateFilter
        className="delivery-filters__states"
        options={STATE_OPTIONS}
        value={params.state}
        onChange={(state) => change({ state })}
      />
      <FilterSelect
        label={messages.filters.event}
        placeholder={messages.filters.anyEvent}
        Icon={Radio}
        value={params.event ?? ''}
        options={EVENT_OPTIONS}
        onChange={(event) => change({ event: isWebhookEventType(event) ? event : null })}
      />
    </div>
  );
}

/** Empty state of the delivery log, with a button for a test event. */
function NoDeliveries({ actions }: { actions: EndpointActions }) {
  return (
    <EmptyState variant="icon" level={3} Icon={Send} title={messages.empty.title}>
      <p className="muted">{messages.empty.text}</p>
      <Button
        Icon={Send}
        variant="primary"
        onClick={actions.sendTest}
        busyLabel={actions.isTesting && webhookEndpointMessages.sending}
      >
        {webhookEndpointMessages.sendTest}
      </Button>
    </EmptyState>
  );
}

function NoMatchingDeliveries({ params, change }: FilterProps) {
  const explanation = params.state && !params.event ? messages.noMatches[params.state] : null;
  return (
    <EmptyState
      variant="inline"
      level={3}
      Icon={SearchX}
      title={hasDeliveryFilters(params) ? messages.noMatches.title : messages.noMatches.endTitle}
    >
      {explanation && <p className="muted small">{explanation}</p>}
      <Button size="sm" onClick={() => change({ state: null, event: null })}>
        {messages.filters.clear}
      </Button>
    </EmptyState>
  );
}

/** Links to older and to the newest deliveries. Each page of the log has a URL. */
function DeliveryPagination({ params, next }: { params: DeliveryListParams; next: string | null }) {
  if (next === null && params.cursor === null) return null;
  const getHref = (cursor: string | null) =>
    `?${toDeliverySearchParams({ ...params, openId: null, cursor }).toString()}`;
  return (
    <Pagination
      label={messages.pagination.label}
      previous={{ label: messages.pagination.newest, to: params.cursor === null ? null : getHref(null) }}
      next={{ label: messages.pagination.older, to: next === null ? null : getHref(next) }}
      showLabels
      preventScrollReset
    />
  );
}

/** Polling intervals of the log: quick while deliveries are pending. */
const POLL_INTERVAL_MS = 30_000;
const PENDING_POLL_INTERVAL_MS = 2_000;

const PAGE_SIZE = 50;

function useDeliveryLog(endpointId: string, { state, event, cursor }: DeliveryListParams) {
  return useRpcQuery(
    'list-webhook-deliveries',
    { endpointId, limit: PAGE_SIZE, ...(state && { state }), ...(event && { event }), ...(cursor && { cursor }) },
    {
      refetchInterval: ({ state: { data } }) => {
        const now = new Date();
        const hasPending = data?.deliveries.some((delivery) => isPending(delivery, now));
        return hasPending ? PENDING_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
      },
    },
  );
}

type SelectionBarProps = { selectedIds: string[]; actions: EndpointActions; onDone: () => void };

function SelectionBar({ selectedIds, actions, onDone }: SelectionBarProps) {
  const redeliver = async () => {
    if (await actions.redeliver({ deliveryIds: selectedIds })) onDone();
  };
  return (
    <div className="selection-bar on-enamel" role="region" aria-label={messages.selection.label}>
      <span role="status">
        <RichText
          text={messages.selection.count({ count: selectedIds.length })}
          tags={{ count: (text) => <b className="num">{text}</b> }}
        />
      </span>
      <Button
        size="sm"
        variant="brass"
        busyLabel={actions.isRedelivering && webhookEndpointMessages.sending}
        onClick={() => void redeliver()}
      >
        {messages.selection.redeliver}
      </Button>
      <Button size="sm" variant="enamel" onClick={onDone}>
        {messages.selection.clear}
      </Button>
    </div>
  );
}

/** Log of all deliveries to an endpoint, newest first. */
export function DeliveryLog({ endpoint, actions }: { endpoint: WebhookEndpoint; actions: EndpointActions }) {
  const [params, change] = useUrlState(DELIVERY_PARAMS_CODEC);
  const logQuery = useDeliveryLog(endpoint.id, params);
  const cache = useRpcCache();
  const { data, error, isPlaceholderData } = logQuery;
  useEffect(() => {
    // A delivery changed: so did the endpoint's counts.
    if (data) void cache.invalidate('get-webhook-endpoint');
  }, [data, cache]);
  const [selection, setSelection] = useState<Selection>(EMPTY_SELECTION);
  const deliveries = data?.deliveries ?? [];
  const listedIds = deliveries.map(({ id }) => id);
  const selectedIds = getSelectedIds(selection, listedIds);
  const clearSelection = () => setSelection(EMPTY_SELECTION);
  const hasNoDeliveries =
    data !== undefined && listedIds.length === 0 && !hasDeliveryFilters(params) && params.cursor === null;
  return (
    <section className="delivery-log" aria-labelledby="deliveries-title">
      <div className="integration-section__header">
        <div>
          <h2 className="h2" id="deliveries-title">
            {messages.title}
          </h2>
          <p className="muted small">{messages.retention({ days: DELIVERY_RETENTION_DAYS })}</p>
        </div>
        {!hasNoDeliveries && (
          <DialogButton
            Icon={RotateCw}
            size="sm"
            renderDialog={(onClose) => <RedeliverDialog endpoint={endpoint} actions={actions} onClose={onClose} />}
          >
            {messages.redeliverFailed}
          </DialogButton>
        )}
      </div>
      {hasNoDeliveries && <NoDeliveries actions={actions} />}
      {!data && error === null && <Skeleton rows={6} />}
      {!hasNoDeliveries && (data || error !== null) && (
        <div className="sheet">
          <DeliveryFilters params={params} change={change} />
          <QueryBoundary query={logQuery} errorTitle={messages.loadError}>
            {({ next }) => (
              <>
                {listedIds.length === 0 ? (
                  <NoMatchingDeliveries params={params} change={change} />
                ) : (
                  <DeliveryTable
                    deliveries={deliveries}
                    isStale={isPlaceholderData}
                    selection={selection}
                    onSelectionChange={setSelection}
                  />
                )}
                {selectedIds.length > 0 && (
                  <SelectionBar selectedIds={selectedIds} actions={actions} onDone={clearSelection} />
                )}
                <DeliveryPagination params={params} next={next} />
              </>
            )}
          </QueryBoundary>
        </div>
      )}
      {params.openId && (
        <DeliveryDialog
          key={params.openId}
          deliveryId={params.openId}
          actions={actions}
          onClose={() => {
            change({ openId: null }, { replace: true });
            void cache.invalidate(...WEBHOOK_QUERIES);
          }}
        />
      )}
    </section>
  );
}
