import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { splitUrl, getEndpointBadge, FORMAT_LABELS } from './endpoint-display.ts';
import { formatEvents } from './event-groups.ts';

export function EndpointUrl({ url }: { url: string }) {
  const { host, path } = splitUrl(url);
  return (
    <span className="hook-url" dir="ltr">
      <b>{host}</b>
      {path}
    </span>
  );
}

/** Deliveries of the last seven days by result. */
function WeekSummary({ endpoint: { delivered, failed, waiting } }: { endpoint: WebhookEndpoint }) {
  if (delivered + failed + waiting === 0) return <span className="faint">Nothing</span>;
  return (
    <span className="hook-week num">
      <span>{formatCount(delivered)} delivered</span>
      {failed > 0 && <span className="neg">{formatCount(failed)} failed</span>}
      {waiting > 0 && <span className="muted">{formatCount(waiting)} waiting</span>}
    </span>
  );
}

const COLUMNS: TableColumn<WebhookEndpoint>[] = [
  {
    header: 'Address',
    className: 'hook-where',
    render: ({ id, url, description }) => (
      <>
        <Link className="row-link" to={`/integrations/webhooks/${id}`}>
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
    header: 'Told of',
    className: 'hook-events',
    render: ({ events, format }) => (
      <>
        <div>{formatEvents(events)}</div>
        {format !== 'standard' && <div className="small muted">{FORMAT_LABELS[format].label}</div>}
      </>
    ),
  },
  {
    header: 'Last 7 days',
    className: 'hook-week-cell',
    render: (endpoint) => (
      <>
        <span className="hook-lab small faint">7 days: </span>
        <WeekSummary endpoint={endpoint} />
      </>
    ),
  },
  {
    header: 'Last delivery',
    className: 'hook-last small',
    render: ({ lastDeliveredAt, failingSince, state }) => (
      <>
        {lastDeliveredAt ? (
          <>
            <span className="hook-lab faint">Last delivery: </span>
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
  { header: 'State', className: 'hook-state', render: (endpoint) => <Badge {...getEndpointBadge(endpoint)} /> },
];

export const EndpointTable = ({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) => (
  <Table caption="Webhooks" className="rows hooks" columns={COLUMNS} rows={endpoints} getKey={({ id }) => id} />
);
