import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { linkInNewTab, linkTo } from '#app/components/text-links.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { integrationMessages } from '#content/messages/integrations.ts';
import { MAX_WEBHOOK_ENDPOINTS } from '#domain/plan-features.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { splitUrl, getEndpointBadge, FORMAT_LABELS } from './endpoint-display.ts';
import { formatEvents } from './event-groups.ts';
import { IntegrationSection } from './integration-section.tsx';

const EndpointDialog = loadOnDemand(async () => (await import('./endpoint-form-dialog.tsx')).EndpointDialog);

const messages = integrationMessages.webhooks;

function EndpointUrl({ url }: { url: string }) {
  const { host, path } = splitUrl(url);
  return (
    <span className="endpoint-url" dir="ltr">
      <b>{host}</b>
      {path}
    </span>
  );
}

/** Deliveries of the last seven days by result. */
function WeekSummary({ endpoint: { delivered, failed, waiting } }: { endpoint: WebhookEndpoint }) {
  if (delivered + failed + waiting === 0) return <span className="faint">{messages.week.none}</span>;
  return (
    <span className="endpoint-table__week num">
      <span>{messages.week.delivered({ count: formatCount(delivered) })}</span>
      {failed > 0 && <span className="neg">{messages.week.failed({ count: formatCount(failed) })}</span>}
      {waiting > 0 && <span className="muted">{messages.week.pending({ count: formatCount(waiting) })}</span>}
    </span>
  );
}

const FailingSince = ({ iso }: { iso: string }) => (
  <RichText text={messages.failingSince} tags={{ date: () => <UtcTime iso={iso} /> }} />
);

const COLUMNS: TableColumn<WebhookEndpoint>[] = [
  {
    header: messages.columns.url,
    className: 'endpoint-table__url',
    render: ({ id, url, description }) => (
      <>
        <Link className="link-rows__link" to={`/integrations/webhooks/${id}`}>
          <EndpointUrl url={url} />
        </Link>
        {description && (
          <div className="small muted" dir="auto">
            {description}
          </div>
        )}
      </>
    ),
  },
  {
    header: messages.columns.events,
    className: 'endpoint-table__events',
    render: ({ events, format }) => (
      <>
        <div>{formatEvents(events)}</div>
        {format !== 'standard' && <div className="small muted">{FORMAT_LABELS[format].label}</div>}
      </>
    ),
  },
  {
    header: messages.columns.week,
    className: 'endpoint-table__week-cell',
    render: (endpoint) => (
      <>
        <span className="table-phone-label small faint">{messages.weekLabel}</span>
        <WeekSummary endpoint={endpoint} />
      </>
    ),
  },
  {
    header: messages.columns.lastDelivery,
    className: 'endpoint-table__last-delivery small',
    render: ({ lastDeliveredAt, failingSince, state }) => (
      <>
        {lastDeliveredAt ? (
          <>
            <span className="table-phone-label faint">{messages.lastDeliveryLabel}</span>
            <UtcTime iso={lastDeliveredAt} />
          </>
        ) : (
          <span className="faint">{messages.neverDelivered}</span>
        )}
        {failingSince && state === 'active' && (
          <div className="neg">
            <FailingSince iso={failingSince} />
          </div>
        )}
      </>
    ),
  },
  {
    header: messages.columns.status,
    className: 'endpoint-table__state',
    render: (endpoint) => <Badge {...getEndpointBadge(endpoint)} />,
  },
];

const EndpointTable = ({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) => (
  <Table caption={messages.caption} className="rows hooks" columns={COLUMNS} rows={endpoints} getKey={({ id }) => id} />
);

/** Empty state of the webhooks, with the sandbox's receiver for trying them out. */
function NoWebhooks({ receiver, onAdd }: { receiver: string | null; onAdd: () => void }) {
  return (
    <EmptyState variant="icon" level={3} Icon={Webhook} title={messages.empty.title}>
      <p className="muted">{messages.empty.text}</p>
      {receiver && (
        <p className="muted">
          <RichText
            text={messages.empty.receiver}
            tags={{
              link: linkInNewTab(receiver),
            }}
          />
        </p>
      )}
      <Button Icon={Plus} variant="primary" onClick={onAdd}>
        {messages.add}
      </Button>
    </EmptyState>
  );
}

const POLL_INTERVAL_MS = 30_000;

/** Number of endpoints against the plan's limit, with a link to the plans. */
function PlanLimit({ endpoints, most }: RpcContract['list-webhook-endpoints']['response']) {
  const isFull = endpoints.length >= most;
  return (
    <p className="integration-section__limit small">
      <span className="muted">
        <RichText
          text={messages.usage({ count: endpoints.length, limit: most })}
          tags={{ count: (text) => <span className="num">{text}</span> }}
        />
      </span>
      {isFull && most < MAX_WEBHOOK_ENDPOINTS.pro && (
        <span>
          <RichText
            text={messages.full({ limit: MAX_WEBHOOK_ENDPOINTS.pro })}
            tags={{
              link: linkTo('/subscription'),
            }}
          />
        </span>
      )}
    </p>
  );
}

export function WebhooksSection({ receiver }: { receiver: string | null }) {
  const query = useRpcQuery('list-webhook-endpoints', {}, { refetchInterval: POLL_INTERVAL_MS });
  const { data } = query;
  const [isAdding, setIsAdding] = useState(false);
  const hasEndpoints = data !== undefined && data.endpoints.length > 0;
  const openAddDialog = () => setIsAdding(true);
  return (
    <IntegrationSection
      id="webhooks"
      title={messages.title}
      description={
        <RichText
          text={messages.description}
          tags={{
            link: linkInNewTab('/developers/webhooks'),
          }}
        />
      }
      action={
        hasEndpoints &&
        data.endpoints.length < data.most && (
          <Button Icon={Plus} onClick={openAddDialog}>
            {messages.add}
          </Button>
        )
      }
    >
      <QueryBoundary query={query} errorTitle={messages.loadError} rows={2}>
        {(list) =>
          hasEndpoints ? (
            <div className="sheet">
              <EndpointTable endpoints={list.endpoints} />
              <PlanLimit {...list} />
            </div>
          ) : (
            <NoWebhooks receiver={receiver} onAdd={openAddDialog} />
          )
        }
      </QueryBoundary>
      {isAdding && <EndpointDialog receiver={receiver} onClose={() => setIsAdding(false)} />}
    </IntegrationSection>
  );
}
