import { ArrowLeft, CirclePause, KeyRound, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Banner } from '#app/components/banner.tsx';
import { buttonVariants, Button } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { webhookEndpointMessages } from '#content/messages/webhook-endpoint.ts';
import { type WebhookEndpoint, DELIVERY_RETENTION_DAYS, PAUSED_AFTER_HOURS } from '#domain/webhook-endpoint.ts';

import { DeliveryLog } from './delivery-log.tsx';
import { EndpointHeader } from './endpoint-header.tsx';
import { formatEvents } from './event-groups.ts';
import { useEndpointActions, type EndpointActions } from './use-endpoint-actions.ts';

const messages = webhookEndpointMessages;

const PAUSED_AFTER_DAYS = PAUSED_AFTER_HOURS / 24;

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
        <b>{isAutomatic ? messages.banner.pausedByUs : messages.banner.pausedBySeller}</b>{' '}
        {isAutomatic && (
          <>
            {failingSince ? (
              <RichText text={messages.banner.failedSince} tags={{ date: () => <UtcTime iso={failingSince} /> }} />
            ) : (
              messages.banner.urlGone
            )}{' '}
          </>
        )}
        {messages.banner.pending({
          count: waiting,
          formattedCount: formatCount(waiting),
          days: DELIVERY_RETENTION_DAYS,
        })}
      </div>
      <Button
        size="sm"
        variant="primary"
        busyLabel={actions.isUpdatingState && messages.banner.resuming}
        onClick={() => actions.setState('active')}
      >
        {messages.banner.resume}
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
            <RichText
              text={messages.banner.failing({ days: PAUSED_AFTER_DAYS })}
              tags={{ date: () => <UtcTime iso={failingSince} /> }}
            />
          </div>
        </Banner>
      )}
      {oldSecretUntil && (
        <Banner Icon={KeyRound} className="endpoint-banners__banner">
          <div>
            <RichText text={messages.banner.twoSecrets} tags={{ date: () => <UtcTime iso={oldSecretUntil} /> }} />
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
      <EndpointFact label={messages.details.delivered}>
        <span className="fig endpoint-details__number">{formatCount(delivered)}</span>
      </EndpointFact>
      <EndpointFact label={messages.details.failed}>
        <span className={failed > 0 ? 'fig endpoint-details__number neg' : 'fig endpoint-details__number'}>
          {formatCount(failed)}
        </span>
      </EndpointFact>
      <EndpointFact label={messages.details.pending}>
        <span className="fig endpoint-details__number">{formatCount(waiting)}</span>
      </EndpointFact>
      <EndpointFact label={messages.details.lastDelivery}>
        {lastDeliveredAt ? (
          <UtcTime iso={lastDeliveredAt} />
        ) : (
          <span className="faint">{messages.details.noDelivery}</span>
        )}
      </EndpointFact>
      <EndpointFact label={messages.details.events}>{formatEvents(events)}</EndpointFact>
      <EndpointFact label={messages.details.added}>
        <UtcTime iso={createdAt} />
      </EndpointFact>
    </dl>
  );
}

const POLL_INTERVAL_MS = 30_000;

function EndpointNotFound() {
  return (
    <EmptyState level={1} title={messages.notFound.title}>
      <p className="muted">{messages.notFound.text}</p>
      <Link className={buttonVariants()} to="/integrations">
        {messages.notFound.back}
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
          <ArrowLeft className="i" aria-hidden="true" /> {messages.back}
        </Link>
      </p>
      <QueryBoundary query={endpointQuery} errorTitle={messages.loadError} rows={6} notFound={<EndpointNotFound />}>
        {({ endpoint }) => <EndpointSections endpoint={endpoint} receiver={receiver} />}
      </QueryBoundary>
    </>
  );
}
