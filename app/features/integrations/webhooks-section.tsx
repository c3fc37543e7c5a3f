import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { MAX_WEBHOOK_ENDPOINTS } from '#domain/plan-limits.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { splitUrl, getEndpointBadge, FORMAT_LABELS } from './endpoint-display.ts';
import { EndpointDialog } from './endpoint-form-dialog.tsx';
import { formatEvents } from './event-groups.ts';
import { IntegrationSection } from './integration-section.tsx';

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
  if (delivered + failed + waiting === 0) return <span className="faint">Nothing</span>;
  return (
    <span className="endpoint-table__week num">
      <span>{formatCount(delivered)} delivered</span>
      {failed > 0 && <span className="neg">{formatCount(failed)} failed</span>}
      {waiting > 0 && <span className="muted">{formatCount(waiting)} waiting</span>}
    </span>
  );
}

const COLUMNS: TableColumn<WebhookEndpoint>[] = [
  {
    header: 'Address',
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
    header: 'Events',
    className: 'endpoint-table__events',
    render: ({ events, format }) => (
      <>
        <div>{formatEvents(events)}</div>
        {format !== 'standard' && <div className="small muted">{FORMAT_LABELS[format].label}</div>}
      </>
    ),
  },
  {
    header: 'Last 7 days',
    className: 'endpoint-table__week-cell',
    render: (endpoint) => (
      <>
        <span className="table-phone-label small faint">7 days: </span>
        <WeekSummary endpoint={endpoint} />
      </>
    ),
  },
  {
    header: 'Last delivery',
    className: 'endpoint-table__last-delivery small',
    render: ({ lastDeliveredAt, failingSince, state }) => (
      <>
        {lastDeliveredAt ? (
          <>
            <span className="table-phone-label faint">Last delivery: </span>
            <UtcTime iso={lastDeliveredAt} />
          </>
        ) : (
          <span className="faint">Nothing delivered yet</span>
        )}
        {failingSince && state === 'active' && (
          <div className="neg">
            Failing since <UtcTime iso={failingSince} />
          </div>
        )}
      </>
    ),
  },
  {
    header: 'State',
    className: 'endpoint-table__state',
    render: (endpoint) => <Badge {...getEndpointBadge(endpoint)} />,
  },
];

const EndpointTable = ({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) => (
  <Table caption="Webhooks" className="rows hooks" columns={COLUMNS} rows={endpoints} getKey={({ id }) => id} />
);

/** Empty state of the webhooks, with the sandbox's receiver for trying them out. */
function NoWebhooks({ receiver, onAdd }: { receiver: string | null; onAdd: () => void }) {
  return (
    <EmptyState variant="icon" level={3} Icon={Webhook} title="Send events to your own server">
      <p className="muted">
        A sale, a refund, a renewal: your mailing list, your bookkeeping or a channel of Slack or Discord hears of it at
        once. What does not arrive is tried again for three days, and every try stands in a log here.
      </p>
      {receiver && (
        <p className="muted">
          No program at hand? The sandbox has{' '}
          <a className="link" href={receiver} target="_blank" rel="noreferrer">
            a receiver
          </a>{' '}
          that shows what arrives, and can be set to fail.
        </p>
      )}
      <Button Icon={Plus} variant="primary" onClick={onAdd}>
        Add a webhook
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
        <span className="num">
          {endpoints.length} of {most}
        </span>{' '}
        webhooks of your plan
      </span>
      {isFull && most < MAX_WEBHOOK_ENDPOINTS.pro && (
        <span>
          That is all of them. Pro has {MAX_WEBHOOK_ENDPOINTS.pro}:{' '}
          <Link className="link" to="/subscription">
            see the plans
          </Link>
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
      title="Webhooks"
      description={
        <>
          The shop calls an address of yours as soon as something happens.{' '}
          <a className="link" href="/developers/webhooks" target="_blank" rel="noreferrer">
            How they work
          </a>
        </>
      }
      action={
        hasEndpoints &&
        data.endpoints.length < data.most && (
          <Button Icon={Plus} onClick={openAddDialog}>
            Add a webhook
          </Button>
        )
      }
    >
      <QueryBoundary query={query} errorTitle="Your webhooks could not be loaded" rows={2}>
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
