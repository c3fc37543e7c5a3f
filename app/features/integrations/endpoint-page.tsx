import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import { buttonVariants } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { usePolledQuery } from '#app/lib/rpc/use-polled-query.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { DeliveryLog } from './delivery-log.tsx';
import { EndpointBanners } from './endpoint-banners.tsx';
import { EndpointHeader } from './endpoint-header.tsx';
import { formatEvents } from './event-groups.ts';
import { POLL_INTERVALS_MS } from './use-delivery-log.ts';
import { useEndpointActions } from './use-endpoint-actions.ts';

function EndpointFact({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'hook-fact hook-fact-wide' : 'hook-fact'}>
      <dt className="small muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Deliveries of the last seven days and the subscribed events. */
function EndpointDetails({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { delivered, failed, waiting, lastDeliveredAt, events, createdAt } = endpoint;
  return (
    <dl className="sheet hook-facts">
      <EndpointFact label="Delivered, 7 days">
        <span className="fig hook-figure">{formatCount(delivered)}</span>
      </EndpointFact>
      <EndpointFact label="Failed, 7 days">
        <span className={failed > 0 ? 'fig hook-figure neg' : 'fig hook-figure'}>{formatCount(failed)}</span>
      </EndpointFact>
      <EndpointFact label="Waiting">
        <span className="fig hook-figure">{formatCount(waiting)}</span>
      </EndpointFact>
      <EndpointFact label="Last delivery" isWide>
        {lastDeliveredAt ? <UtcTime iso={lastDeliveredAt} /> : <span className="faint">None yet</span>}
      </EndpointFact>
      <EndpointFact label="Told of" isWide>
        {formatEvents(events)}
      </EndpointFact>
      <EndpointFact label="Added" isWide>
        <UtcTime iso={createdAt} />
      </EndpointFact>
    </dl>
  );
}

const LOAD_ERROR_TITLE = 'The webhook could not be loaded';

const isMissing = (error: unknown): boolean =>
  error instanceof RpcError && (error.code === 'not_found' || error.code === 'invalid_request');

function EndpointNotFound() {
  return (
    <EmptyState level={1} title="No such webhook">
      <p className="muted">It was deleted, or the address has a typo in it.</p>
      <Link className={buttonVariants()} to="/integrations">
        To your integrations
      </Link>
    </EmptyState>
  );
}

type EndpointSectionsProps = {
  endpoint: WebhookEndpoint;
  receiver: string | null;
  pollMode: keyof typeof POLL_INTERVALS_MS;
  onPollModeChange: (pollMode: keyof typeof POLL_INTERVALS_MS) => void;
  onStale: () => void;
};

function EndpointSections({ endpoint, receiver, pollMode, onPollModeChange, onStale }: EndpointSectionsProps) {
  /** Incremented by each action, so that the log refetches immediately. */
  const [refreshKey, setRefreshKey] = useState(0);
  const handleStale = () => {
    setRefreshKey((previous) => previous + 1);
    onStale();
  };
  const actions = useEndpointActions(endpoint, handleStale);
  return (
    <>
      <EndpointHeader endpoint={endpoint} receiver={receiver} actions={actions} onStale={handleStale} />
      <EndpointBanners endpoint={endpoint} actions={actions} />
      <EndpointDetails endpoint={endpoint} />
      <DeliveryLog
        endpoint={endpoint}
        actions={actions}
        refreshKey={refreshKey}
        pollMode={pollMode}
        onPollModeChange={onPollModeChange}
        onStale={handleStale}
      />
    </>
  );
}

/** Page of one webhook endpoint: state, actions and delivery log. */
export function EndpointPage({ endpointId, receiver }: { endpointId: string; receiver: string | null }) {
  const [pollMode, setPollMode] = useState<keyof typeof POLL_INTERVALS_MS>('calm');
  const endpointQuery = usePolledQuery('get-webhook-endpoint', { endpointId }, POLL_INTERVALS_MS[pollMode]);
  return (
    <>
      <p className="hook-back">
        <Link className="link" to="/integrations">
          <ArrowLeft className="i" aria-hidden="true" /> Integrations
        </Link>
      </p>
      {endpointQuery.data === null && endpointQuery.error === null && <Skeleton rows={6} />}
      {endpointQuery.data === null &&
        endpointQuery.error !== null &&
        (isMissing(endpointQuery.error) ? (
          <EndpointNotFound />
        ) : (
          <ErrorState
            title={LOAD_ERROR_TITLE}
            description={formatErrorToast(endpointQuery.error, LOAD_ERROR_TITLE).message}
            onRetry={endpointQuery.retry}
          />
        ))}
      {endpointQuery.data && (
        <EndpointSections
          endpoint={endpointQuery.data.endpoint}
          receiver={receiver}
          pollMode={pollMode}
          onPollModeChange={setPollMode}
          onStale={endpointQuery.refetch}
        />
      )}
    </>
  );
}
