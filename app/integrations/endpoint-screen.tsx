import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { RpcError } from '#app/session/call-error.ts';
import { usePolledQuery } from '#app/session/use-asked.ts';
import { formatErrorToast } from '#app/session/use-fail-toast.ts';
import { buttonVariants } from '#app/ui/key.tsx';
import { ErrorState } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { DeliveryLog } from './delivery-log.tsx';
import { EndpointDetails } from './endpoint-facts.tsx';
import { EndpointHeader } from './endpoint-head.tsx';
import { EndpointBanners } from './endpoint-strips.tsx';
import { POLL_INTERVALS_MS } from './look-pace.ts';
import { useEndpointActions } from './use-endpoint-acts.ts';

const LOAD_ERROR_TITLE = 'The webhook could not be loaded';

const isMissing = (error: unknown): boolean =>
  error instanceof RpcError && (error.code === 'not_found' || error.code === 'invalid_request');

function EndpointNotFound() {
  return (
    <div className="sheet pad blank">
      <h1 className="h2">No such webhook</h1>
      <p className="muted">It was deleted, or the address has a typo in it.</p>
      <Link className={buttonVariants()} to="/integrations">
        To your integrations
      </Link>
    </div>
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
