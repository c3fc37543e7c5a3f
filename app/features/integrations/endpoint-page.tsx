import { ArrowLeft, CirclePause, KeyRound, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Banner } from '#app/components/banner.tsx';
import { buttonVariants, Button } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { type WebhookEndpoint, DELIVERY_RETENTION_DAYS, PAUSED_AFTER_HOURS } from '#domain/webhook-endpoint.ts';

import { DeliveryLog } from './delivery-log.tsx';
import { EndpointHeader } from './endpoint-header.tsx';
import { formatEvents } from './event-groups.ts';
import { useEndpointActions, type EndpointActions } from './use-endpoint-actions.ts';

const PAUSED_AFTER_DAYS = PAUSED_AFTER_HOURS / 24;
const RETENTION_TEXT = `${DELIVERY_RETENTION_DAYS} days`;

const formatWaiting = (waiting: number): string => {
  if (waiting === 0) return `Nothing waits yet. What happens meanwhile is kept for ${RETENTION_TEXT}, in order.`;
  const countLabel = waiting === 1 ? 'One message waits.' : `${formatCount(waiting)} messages wait.`;
  return `${countLabel} It is kept for ${RETENTION_TEXT}, and goes out in order when you resume.`;
};

function PausedBanner({ endpoint, actions }: { endpoint: WebhookEndpoint; actions: EndpointActions }) {
  const { pausedBy, failingSince, waiting } = endpoint;
  const isAutomatic = pausedBy === 'failures';
  return (
    <Banner
      variant={isAutomatic ? 'pink' : 'canary'}
      Icon={CirclePause}
      role="status"
      className="endpoint-banners__banner"
    >
      <div>
        <b>{isAutomatic ? 'We have paused this webhook.' : 'You have paused this webhook.'}</b>{' '}
        {isAutomatic && (
          <>
            {failingSince ? (
              <>
                Nothing has arrived since <UtcTime iso={failingSince} />
              </>
            ) : (
              'Its address says that it is gone'
            )}
            , and the log says why. Mend it, then resume.{' '}
          </>
        )}
        {formatWaiting(waiting)}
      </div>
      <Button
        size="sm"
        variant="primary"
        busyLabel={actions.isUpdatingState && 'Resuming...'}
        onClick={() => actions.setState('active')}
      >
        Resume
      </Button>
    </Banner>
  );
}

/** Banners about a paused or failing endpoint and about secret rotation. */
function EndpointBanners({ endpoint, actions }: { endpoint: WebhookEndpoint; actions: EndpointActions }) {
  const { state, failingSince, oldSecretUntil } = endpoint;
  return (
    <div className="endpoint-banners">
      {state === 'paused' && <PausedBanner endpoint={endpoint} actions={actions} />}
      {state === 'active' && failingSince && (
        <Banner variant="canary" Icon={TriangleAlert} role="status" className="endpoint-banners__banner">
          <div>
            <b>
              Nothing has arrived since <UtcTime iso={failingSince} />.
            </b>{' '}
            Every message is tried again, later and later. After {PAUSED_AFTER_DAYS} days without a success we pause the
            webhook and write to you.
          </div>
        </Banner>
      )}
      {oldSecretUntil && (
        <Banner Icon={KeyRound} className="endpoint-banners__banner">
          <div>
            <b>Two secrets sign until</b> <UtcTime iso={oldSecretUntil} />. Put the new one into your program by then.
          </div>
        </Banner>
      )}
    </div>
  );
}

function EndpointFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="endpoint-details__item">
      <dt className="small muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Deliveries of the last seven days and the subscribed events. */
function EndpointDetails({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { delivered, failed, waiting, lastDeliveredAt, events, createdAt } = endpoint;
  return (
    <dl className="sheet endpoint-details">
      <EndpointFact label="Delivered, 7 days">
        <span className="fig endpoint-details__number">{formatCount(delivered)}</span>
      </EndpointFact>
      <EndpointFact label="Failed, 7 days">
        <span className={failed > 0 ? 'fig endpoint-details__number neg' : 'fig endpoint-details__number'}>
          {formatCount(failed)}
        </span>
      </EndpointFact>
      <EndpointFact label="Waiting">
        <span className="fig endpoint-details__number">{formatCount(waiting)}</span>
      </EndpointFact>
      <EndpointFact label="Last delivery">
        {lastDeliveredAt ? <UtcTime iso={lastDeliveredAt} /> : <span className="faint">None yet</span>}
      </EndpointFact>
      <EndpointFact label="Events">{formatEvents(events)}</EndpointFact>
      <EndpointFact label="Added">
        <UtcTime iso={createdAt} />
      </EndpointFact>
    </dl>
  );
}

const POLL_INTERVAL_MS = 30_000;

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

type EndpointProps = { endpoint: WebhookEndpoint; receiver: string | null };

function EndpointSections({ endpoint, receiver }: EndpointProps) {
  const actions = useEndpointActions(endpoint);
  return (
    <>
      <EndpointHeader endpoint={endpoint} receiver={receiver} actions={actions} />
      <EndpointBanners endpoint={endpoint} actions={actions} />
      <EndpointDetails endpoint={endpoint} />
      <DeliveryLog endpoint={endpoint} actions={actions} />
    </>
  );
}

/** Page of one webhook endpoint: state, actions and delivery log. */
export function EndpointPage({ endpointId, receiver }: { endpointId: string; receiver: string | null }) {
  const endpointQuery = useRpcQuery('get-webhook-endpoint', { endpointId }, { refetchInterval: POLL_INTERVAL_MS });
  return (
    <>
      <p className="endpoint-page__back">
        <Link className="link" to="/integrations">
          <ArrowLeft className="i" aria-hidden="true" /> Integrations
        </Link>
      </p>
      <QueryBoundary
        query={endpointQuery}
        errorTitle="The webhook could not be loaded"
        rows={6}
        notFound={<EndpointNotFound />}
      >
        {({ endpoint }) => <EndpointSections endpoint={endpoint} receiver={receiver} />}
      </QueryBoundary>
    </>
  );
}
